internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Lists of corrections, big-endian in every file:
  ///
  ///     u32 count | count x (u32 id | u32 least version | u32 flags | u32 n | n bytes)
  enum OpcodeList {
    /// The most opcodes of a list; no camera stores more.
    private static let most: UInt32 = 4096

    /// - Throws: an error where the list is damaged, or has an unknown opcode that is not optional.
    static func read(_ fields: Fields, _ tag: UInt16) throws(ImageIOError) -> [DNGOpcode] {
      guard let field = fields[tag] else { return [] }
      let part = tagName(tag)
      let limit = fields.file.limits.maxMetadataBytes
      guard field.byteCount <= UInt64(max(limit, 0)) else {
        throw .overLimit(
          part: part, quantity: "byte count", declared: field.byteCount, limit: UInt64(max(limit, 0)),
          offset: field.offset)
      }
      guard let range = fields.file.range(of: field) else {
        throw .truncated(part: part, needed: field.byteCount, available: 0, offset: field.offset)
      }
      var reader = ByteReader(fields.file.bytes, range: range, part: part)
      let count = try reader.u32()
      guard count <= most else {
        throw .overLimit(
          part: part, quantity: "opcode count", declared: UInt64(count), limit: UInt64(most), offset: range.lowerBound)
      }
      var opcodes: [DNGOpcode] = []
      for index in 0..<count { opcodes.append(try opcode(&reader, part: "\(part)/\(index)")) }
      return opcodes
    }

    /// The newest supported version of the format, in the form in which opcodes state theirs.
    private static let newestVersion: UInt32 = 0x0107_0100

    private static func opcode(_ reader: inout ByteReader, part: String) throws(ImageIOError) -> DNGOpcode {
      let place = reader.position
      let (id, version, flags, length) = (
        try reader.u32(), try reader.u32(), try reader.u32(), try reader.u32()
      )
      var body = try reader.part(Int(length), named: part)
      let isOptional = flags & 1 != 0
      var operation = DNGOpcode.Operation.unknown(id: id)
      if version <= newestVersion { operation = try self.operation(id, &body) }
      if case .unknown = operation, !isOptional {
        throw .unsupported(
          part: part, text: "opcode \(id) (offset 0x\(String(place, radix: 16))) is not known and must not be left out")
      }
      return DNGOpcode(operation, isOptional: isOptional, isSkippedInPreview: flags & 2 != 0)
    }

    private static func operation(
      _ id: UInt32, _ body: inout ByteReader
    ) throws(ImageIOError) -> DNGOpcode.Operation {
      switch id {
      case 1: try body.warp(coefficients: 6) { .warpRectilinear(planes: $0, centerX: $1, centerY: $2) }
      case 2: try body.warp(coefficients: 4) { .warpFisheye(planes: $0, centerX: $1, centerY: $2) }
      case 3:
        .fixVignetteRadial(try body.doubles(5), centerX: try body.double(), centerY: try body.double())
      case 4: .fixBadPixelsConstant(value: try body.u32(), phase: try body.phase())
      case 5: try body.badPixels()
      case 6: .trimBounds(try body.rect())
      case 7: try body.mapTable()
      case 8: try body.mapPolynomial()
      case 9: .gainMap(try body.area(), try body.planeGains())
      case 10: .deltaPerRow(try body.area(), try body.lineValues())
      case 11: .deltaPerColumn(try body.area(), try body.lineValues())
      case 12: .scalePerRow(try body.area(), try body.lineValues())
      case 13: .scalePerColumn(try body.area(), try body.lineValues())
      case 14: try body.warpRectilinear2()
      default: .unknown(id: id)
      }
    }
  }
}

extension DNG.OpcodeList {
  /// Whether the list for linear values corrects the loss of light in the corners.
  static func correctsShading(_ fields: DNG.Fields) -> Bool {
    let opcodes = (try? read(fields, DNG.Tag.opcodeLists[1])) ?? []
    return opcodes.contains { opcode in
      switch opcode.operation {
      case .fixVignetteRadial, .gainMap: true
      default: false
      }
    }
  }
}
