/// Pictures that a decoder keeps for a picture and those after it, by their distance in the order of showing (H.265, sections
/// 7.3.7 and 7.4.8).
struct HEVCReferenceSet {
  /// Below 0 and above 0, in the order that later sets count them in.
  private(set) var before: [Int] = []
  private(set) var after: [Int] = []

  var distances: [Int] { before + after }

  /// Pictures of one set; codecs allow 16.
  private static let mostPictures = 32

  /// Reads the sets of a sequence; nil where they are damaged.
  static func list(_ bits: inout BitReader) -> [HEVCReferenceSet]? {
    let count = bits.unsignedGolomb()
    guard count <= 64 else { return nil }
    var sets: [HEVCReferenceSet] = []
    for _ in 0..<count {
      guard let set = HEVCReferenceSet(&bits, behind: sets, isLast: false) else { return nil }
      sets.append(set)
    }
    return sets
  }

  /// Reads a set; nil where it is damaged.
  ///
  /// - Parameters:
  ///   - sets: those of the sequence that precede it.
  ///   - isLast: whether it is a picture's own, behind all of the sequence.
  init?(_ bits: inout BitReader, behind sets: [HEVCReferenceSet], isLast: Bool) {
    if !sets.isEmpty, bits.flag() {
      let back = isLast ? bits.unsignedGolomb() : 0
      guard back < sets.count else { return nil }
      derive(&bits, from: sets[sets.count - 1 - Int(back)])
    } else {
      let (first, second) = (bits.unsignedGolomb(), bits.unsignedGolomb())
      guard first <= 16, second <= 16 else { return nil }
      before = Self.distances(&bits, Int(first), sign: -1)
      after = Self.distances(&bits, Int(second), sign: 1)
    }
    guard before.count + after.count <= Self.mostPictures, !bits.isExhausted else { return nil }
  }

  private static func distances(_ bits: inout BitReader, _ count: Int, sign: Int) -> [Int] {
    var distance = 0
    return (0..<count).map { _ in
      distance += sign * (Int(bits.unsignedGolomb()) + 1)
      bits.skip(1)
      return distance
    }
  }

  /// Another set, moved, with pictures left out; the picture itself may join.
  private mutating func derive(_ bits: inout BitReader, from other: HEVCReferenceSet) {
    let isNegative = bits.flag()
    let shift = (Int(bits.unsignedGolomb()) + 1) * (isNegative ? -1 : 1)
    // Each picture is used, or only kept, or left out.
    var stays: [Bool] = []
    for _ in 0...other.distances.count {
      let isUsed = bits.flag()
      stays.append(isUsed || bits.flag())
    }
    let moved = zip(other.distances, stays).map { ($0 + shift, $1) }
    let (earlier, later) = (moved.prefix(other.before.count), moved.dropFirst(other.before.count))
    let own = [(shift, stays.last ?? false)]
    before = (later.reversed() + own + earlier).filter { $0.1 && $0.0 < 0 }.map(\.0)
    after = (earlier.reversed() + own + later).filter { $0.1 && $0.0 > 0 }.map(\.0)
  }
}
