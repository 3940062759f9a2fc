/// The checked colour table of a profile that has nothing else, in a minimal profile: littleCMS sees only this.
///
/// The colorimetric table from device to connection space (`A2B1`) is used, else the perceptual one (`A2B0`).
///
///     mft1, mft2  type | 0 | u8 in, out, grid, 0 | 36 matrix | mft2: u16 input and output entries | input | grid | output
///     mAB         type | 0 | u8 in, out, 0, 0 | u32 offsets of B curves, matrix, M curves, grid, A curves; 0: none
///     grid of mAB u8 points of 16 sides | u8 bytes of a number, 0, 0, 0 | numbers
package struct ICCDeviceTable: Hashable, Sendable {
  /// The profile with this one tag.
  package let bytes: [UInt8]
  /// Components of the device: 1 gray, 3 RGB, 4 CMYK.
  package let channels: Int
  /// Points of the grid's longest side; 0 where there is none.
  package let gridPoints: Int
  /// Whether the grid's numbers are CIE L*a*b*; they are XYZ otherwise.
  package let isLab: Bool

  /// Real profiles have two or three megabytes for three tables.
  package static let largestProfile = 32 << 20
  /// Points of a grid: 33 each way of four inks.
  package static let largestGrid = 1_200_000

  /// Finds the table of a profile.
  ///
  /// - Throws: ``ICCError`` when there is none, or when it declares more data than it has.
  package init(of profile: [UInt8]) throws(ICCError) {
    guard profile.count <= Self.largestProfile else {
      throw .unusableTable(reason: "\(profile.count) bytes are more than \(Self.largestProfile)")
    }
    let table = try ICCTagTable(profile)
    guard let channels = Self.channels[table.dataColorSpace] else {
      throw .unsupportedColorSpace(table.dataColorSpace)
    }
    guard table.connectionSpace == "Lab " || table.connectionSpace == "XYZ " else {
      throw .unsupportedColorSpace(table.connectionSpace)
    }
    guard let tag = table.tag("A2B1") ?? table.tag("A2B0") else { throw .missingTag("A2B0") }
    self.channels = channels
    isLab = table.connectionSpace == "Lab "
    gridPoints = try Self.checkedGrid(tag, channels: channels)
    var builder = ICCProfileBuilder(dataColorSpace: table.dataColorSpace, connectionSpace: table.connectionSpace)
    builder.add("A2B0", Array(tag.bytes))
    bytes = builder.serialized()
  }

  private static let channels: [ICCSignature: Int] = ["GRAY": 1, "RGB ": 3, "CMYK": 4]

  /// The points of the longest side, after a check that all numbers of the grid are present.
  private static func checkedGrid(_ tag: ICCTag, channels: Int) throws(ICCError) -> Int {
    guard try tag.unsigned8(at: 8) == channels, try tag.unsigned8(at: 9) == 3 else {
      throw tag.bad("a table from other than \(channels) to three components")
    }
    let points = Int(try tag.unsigned8(at: 10))
    let type = try tag.type()
    switch type {
    case "mft1":
      try check(tag, at: 48 + 256 * (channels + 3), sides: [Int](repeating: points, count: channels), bytes: 1)
      return points
    case "mft2":
      let (inputs, outputs) = (Int(try tag.unsigned16(at: 48)), Int(try tag.unsigned16(at: 50)))
      guard (2...4096).contains(inputs), (2...4096).contains(outputs) else { throw tag.bad("curves of a table") }
      let curves = 2 * (inputs * channels + outputs * 3)
      try check(tag, at: 52 + curves, sides: [Int](repeating: points, count: channels), bytes: 2)
      return points
    case "mAB ":
      let place = Int(try tag.unsigned32(at: 24))
      guard place != 0 else { return 0 }
      var sides: [Int] = []
      for index in 0..<channels { sides.append(Int(try tag.unsigned8(at: place + index))) }
      let size = Int(try tag.unsigned8(at: place + 16))
      guard size == 1 || size == 2 else { throw tag.bad("a grid of \(size) bytes a number") }
      try check(tag, at: place + 20, sides: sides, bytes: size)
      return sides.max() ?? 0
    default: throw .unexpectedType(tag: tag.signature, offset: tag.offset, found: type)
    }
  }

  private static func check(_ tag: ICCTag, at place: Int, sides: [Int], bytes: Int) throws(ICCError) {
    // Four sides of 255 at most.
    let count = sides.reduce(1, *)
    guard sides.allSatisfy({ $0 >= 2 }), count <= largestGrid else { throw tag.bad("a grid of \(sides) points") }
    guard tag.bytes.count - place >= 3 * bytes * count else {
      throw .tagTooShort(
        tag: tag.signature, offset: tag.offset + place, needed: 3 * bytes * count,
        available: max(tag.bytes.count - place, 0))
    }
  }
}
