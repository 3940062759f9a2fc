internal import HeadroomContainers

/// An input by 16 bytes of its name's digest: a million names are then few bytes, and no two are ever the same.
struct InputKey: Hashable {
  private let first: UInt64
  private let second: UInt64

  init(_ input: String) throws(BatchError) {
    let words = try SHA256.of(SystemPath.bytes(input)).words
    (first, second) = (words.first, words.second)
  }

  static func == (one: InputKey, other: InputKey) -> Bool { one.first == other.first && one.second == other.second }

  /// A digest is mixed already.
  func hash(into hasher: inout Hasher) { hasher.combine(first) }
}
