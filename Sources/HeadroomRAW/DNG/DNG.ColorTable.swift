internal import HeadroomContainers

extension ColorTables {
  private static let mostTables: UInt32 = 20

  /// RGBTables, in the file's byte order:
  ///
  ///     u32 tables | u32 0 for a weighted sum, 1 for one after the other
  ///     each: u16 bytes of the name of its mask | name | u8 divisions | u8 0, 1, 2 for u8, u16, f32
  ///           u8 curve | u8 primaries | u8 1 where what lies outside is kept | samples, blue fastest
  static func reading(_ fields: DNG.Fields, _ warnings: inout [String]) -> ColorTables? {
    guard var reader = fields.reader(DNG.Tag.rgbTables, &warnings), let field = fields[DNG.Tag.rgbTables] else {
      return nil
    }
    do throws(ImageIOError) {
      let count = try reader.u32()
      let method = count == 0 ? 0 : try reader.u32()
      guard count <= mostTables, let composition = Composition(rawValue: method) else {
        throw .malformed(
          part: reader.part, text: "\(count) tables, put together by method \(method)", offset: reader.start)
      }
      var layers: [Layer] = []
      for _ in 0..<count {
        let mask = String(decoding: try reader.take(Int(try reader.u16())), as: UTF8.self)
        layers.append(Layer(mask: mask, table: try ColorTable(&reader)))
      }
      guard layers.count(where: \.mask.isEmpty) <= 1 else {
        throw .malformed(part: reader.part, text: "several tables for what no mask covers", offset: reader.start)
      }
      return layers.isEmpty ? nil : ColorTables(layers, composition: composition)
    } catch {
      warnings.append(DNG.Fields.warning(field, "cannot be used (\(error.facts.text))"))
      return nil
    }
  }
}

extension ColorTable {
  fileprivate init(_ reader: inout ByteReader) throws(ImageIOError) {
    let (divisions, type) = (Int(try reader.u8()), try reader.u8())
    let (curve, space) = (Curve(rawValue: try reader.u8()), Space(rawValue: try reader.u8()))
    let outside = try reader.u8()
    guard 2...32 ~= divisions, type <= 2, outside <= 1, let curve, let space else {
      throw .malformed(
        part: reader.part, text: "a table of \(divisions) divisions of type \(type)", offset: reader.position)
    }
    self.init(
      divisions: divisions, curve: curve, space: space, keepsOutside: outside == 1,
      entries: try Self.entries(&reader, type: type, count: divisions * divisions * divisions * 3))
  }

  private static func entries(
    _ reader: inout ByteReader, type: UInt8, count: Int
  ) throws(ImageIOError) -> [Float] {
    try reader.need(count << Int(type))
    var entries: [Float] = []
    entries.reserveCapacity(count)
    for _ in 0..<count {
      switch type {
      case 0: entries.append(Float(try reader.u8()) / 255)
      case 1: entries.append(Float(try reader.u16()) / 65535)
      default:
        let number = Float(bitPattern: try reader.u32())
        guard number.isFinite else {
          throw .malformed(part: reader.part, text: "numbers that are none", offset: reader.position)
        }
        entries.append(min(max(number, 0), 1))
      }
    }
    return entries
  }
}
