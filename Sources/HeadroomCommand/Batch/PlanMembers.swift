internal import Headroom
internal import HeadroomPictures

/// The members of an object of a plan.
struct PlanMembers {
  let all: [(key: String, value: JSONValue)]
  private let path: String
  private let file: String

  /// - Parameter path: the object's place, such as `$.outputs[1]`.
  init(_ value: JSONValue, at path: String, of file: String) throws(PictureError) {
    guard case .object(let members) = value else {
      throw PictureError(.usage, file: file, part: path, "expected an object, found \(value.kindName)")
    }
    (all, self.path, self.file) = (members, path, file)
  }

  subscript(key: String) -> JSONValue? { all.first { $0.key == key }?.value }

  /// A mistake in this object or in one of its members.
  func problem(_ text: String, at key: String? = nil) -> PictureError {
    PictureError(.usage, file: file, part: key.map { "\(path).\($0)" } ?? path, text)
  }

  /// Refuses all other keys.
  func allow(_ keys: [String]) throws(PictureError) {
    for (key, _) in all where !keys.contains(key) {
      throw problem("is not known\(NameSuggestion.question(for: key, among: keys))", at: key)
    }
  }

  /// Nil where it is missing.
  func count(_ key: String, in range: ClosedRange<Int>) throws(PictureError) -> Int? {
    guard let value = self[key] else { return nil }
    guard case .integer(let count) = value, range.contains(count) else {
      throw problem("expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: key)
    }
    return count
  }

  /// Nil where it is missing.
  func flag(_ key: String) throws(PictureError) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .bool(let flag) = value else { throw problem("expected true or false", at: key) }
    return flag
  }
}
