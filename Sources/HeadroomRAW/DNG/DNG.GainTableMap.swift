internal import HeadroomContainers

extension GainTableMap {
  /// ProfileGainTableMap, or its second version, in the file's byte order:
  ///
  ///     u32 rows | u32 columns | f64 spacing v, h | f64 origin v, h | u32 entries | 5 x f32 weights
  ///     second version: | u32 type of the gains | f32 gamma | f32 least gain | f32 largest gain
  ///     gains
  static func reading(_ fields: DNG.Fields, _ tag: UInt16, _ warnings: inout [String]) -> GainTableMap? {
    guard var reader = fields.reader(tag, &warnings), let field = fields[tag] else { return nil }
    do throws(ImageIOError) {
      return try GainTableMap(&reader, isSecond: tag == DNG.Tag.gainTableMap2)
    } catch {
      warnings.append(DNG.Fields.warning(field, "cannot be used (\(error.facts.text))"))
      return nil
    }
  }

  private init(_ reader: inout ByteReader, isSecond: Bool) throws(ImageIOError) {
    let (rows, columns) = (try reader.u32(), try reader.u32())
    var places: [Double] = []
    for _ in 0..<4 { places.append(Double(bitPattern: try reader.u64())) }
    let entries = try reader.u32()
    var weights: [Float] = []
    for _ in 0..<5 { weights.append(Float(bitPattern: try reader.u32())) }
    var (type, gamma, least, largest): (UInt32, Float, Float, Float) = (3, 1, 0, 1)
    if isSecond {
      type = try reader.u32()
      (gamma, least) = (Float(bitPattern: try reader.u32()), Float(bitPattern: try reader.u32()))
      largest = Float(bitPattern: try reader.u32())
    }
    let gains = try Self.gains(
      &reader, type: type, size: [rows, columns, entries], range: (least, largest))
    guard (places + weights.map { Double($0) } + gains.map { Double($0) }).allSatisfy(\.isFinite),
      rows == 1 || places[0] > 0, columns == 1 || places[1] > 0, gamma.isFinite, gamma > 0
    else { throw .malformed(part: reader.part, text: "numbers that are none", offset: reader.start) }
    self.init(
      rows: Int(rows), columns: Int(columns), spacingV: places[0], spacingH: places[1], originV: places[2],
      originH: places[3], entries: Int(entries), weights: weights, gamma: gamma, gains: gains)
  }

  /// Integers run from the least gain to the largest.
  private static func gains(
    _ reader: inout ByteReader, type: UInt32, size: [UInt32], range: (least: Float, largest: Float)
  ) throws(ImageIOError) -> [Float] {
    guard let bytes = [0: 1, 1: 2, 2: 2, 3: 4][type], size.allSatisfy({ (1...65536).contains($0) }) else {
      throw .malformed(part: reader.part, text: "a table of \(size) gains of type \(type)", offset: reader.start)
    }
    let count = size.reduce(1) { $0 * Int($1) }
    try reader.need(count * bytes)
    var gains: [Float] = []
    gains.reserveCapacity(count)
    let span = range.largest - range.least
    for _ in 0..<count {
      switch type {
      case 0: gains.append(range.least + Float(try reader.u8()) / 255 * span)
      case 1: gains.append(range.least + Float(try reader.u16()) / 65535 * span)
      case 2: gains.append(Float(Float16(bitPattern: try reader.u16())))
      default: gains.append(Float(bitPattern: try reader.u32()))
      }
    }
    return gains
  }
}
