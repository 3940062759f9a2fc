/// The NAL units of an item or sample: each is preceded by its length.
package struct HEVCUnits {
  package private(set) var ranges: [Range<Int>] = []
  /// Whether the data ends inside a unit.
  package private(set) var isCut = false

  /// Most units of one picture.
  private static let largestCount = 65_536

  package init(
    _ bytes: FileBytes, _ range: Range<Int>, lengthSize: Int, part: String, allowPartial: Bool
  ) throws(ImageIOError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard ranges.count < Self.largestCount else {
        throw .overLimit(
          part: part, quantity: "NAL unit count", declared: UInt64(ranges.count + 1), limit: UInt64(Self.largestCount),
          offset: offset)
      }
      var length = 0
      for index in 0..<lengthSize { length = length << 8 | Int(bytes[offset + index] ?? 0) }
      let start = offset + lengthSize
      if start > range.upperBound || length > range.upperBound - start {
        guard allowPartial else { throw .incompletePicture(part: part, offset: range.upperBound) }
        isCut = true
        if start < range.upperBound { ranges.append(start..<range.upperBound) }
        return
      }
      if length > 0 { ranges.append(start..<start + length) }
      offset = start + length
    }
  }
}
