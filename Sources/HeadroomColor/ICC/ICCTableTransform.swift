/// A colour table of a profile (`A2B0` and the like), from RGB to XYZ of the connection space.
///
///     mft1, mft2  type | 0 | u8 in, out, grid, 0 | 9 s15Fixed16 | mft2: u16 input and output entries | input | grid | output
///     mAB         type | 0 | u8 in, out, 0, 0 | u32 offsets of B curves, matrix, M curves, grid, A curves; 0: none
struct ICCTableTransform {
  private var before: [TransferFunction] = []
  private var grid: Grid?
  private var between: [TransferFunction] = []
  private var matrix: Matrix3x3?
  private var offset = SIMD3<Double>.zero
  private var after: [TransferFunction] = []
  private let isLab: Bool
  /// Version 2 tables of 16 bits code Lab so that 0xFF00 is 100.
  private var isLegacyLab = false
  /// How far a number of the table may be from the intended XYZ: half a code, where the largest code is nearly 2.
  private(set) var precision = 0.0

  /// The most entries of a grid: 33 each way, three numbers of two bytes, fit well.
  private static let largestGrid = 1 << 20

  /// - Throws: ``ICCError`` for damage and for types of tables that are not read.
  init(_ tag: ICCTag, connectionSpace: ICCSignature) throws(ICCError) {
    guard connectionSpace == "XYZ " || connectionSpace == "Lab " else { throw tag.bad("connection space") }
    isLab = connectionSpace == "Lab "
    guard try tag.unsigned8(at: 8) == 3, try tag.unsigned8(at: 9) == 3 else {
      throw tag.bad("a table of other than three components")
    }
    let type = try tag.type()
    switch type {
    case "mft1": try readTable(tag, bytesPerEntry: 1)
    case "mft2":
      try readTable(tag, bytesPerEntry: 2)
      isLegacyLab = isLab
    case "mAB ": try readStages(tag)
    default: throw .unexpectedType(tag: tag.signature, offset: tag.offset, found: type)
    }
  }

  // MARK: - Reading

  private mutating func readTable(_ tag: ICCTag, bytesPerEntry: Int) throws(ICCError) {
    let points = Int(try tag.unsigned8(at: 10))
    // The matrix of these types works on XYZ only, and the device's side is not XYZ.
    let isDeep = bytesPerEntry == 2
    precision = Self.precision(bytesPerEntry)
    let (inputs, outputs) =
      isDeep ? (Int(try tag.unsigned16(at: 48)), Int(try tag.unsigned16(at: 50))) : (256, 256)
    guard (2...4096).contains(inputs), (2...4096).contains(outputs) else { throw tag.bad("curves of a table") }
    var place = isDeep ? 52 : 48
    before = try Self.tables(tag, &place, entries: inputs, bytesPerEntry)
    grid = try Grid(tag, &place, sides: [points, points, points], bytesPerEntry)
    after = try Self.tables(tag, &place, entries: outputs, bytesPerEntry)
  }

  private static func precision(_ bytesPerEntry: Int) -> Double { bytesPerEntry == 1 ? 1.0 / 255 : 1.0 / 65535 }

  private static func tables(
    _ tag: ICCTag, _ place: inout Int, entries: Int, _ size: Int
  ) throws(ICCError) -> [TransferFunction] {
    var curves: [TransferFunction] = []
    for _ in 0..<3 {
      var samples: [Double] = []
      for index in 0..<entries { samples.append(try entry(tag, place + index * size, size)) }
      place += entries * size
      guard let curve = SampledCurve(samples: samples) else { throw tag.bad("the curve's table is not usable") }
      curves.append(.sampled(curve))
    }
    return curves
  }

  fileprivate static func entry(_ tag: ICCTag, _ place: Int, _ size: Int) throws(ICCError) -> Double {
    Double(try tag.number(at: place, size)) / (size == 1 ? 255 : 65535)
  }

  private mutating func readStages(_ tag: ICCTag) throws(ICCError) {
    var places: [Int] = []
    for index in 0..<5 { places.append(Int(try tag.unsigned32(at: 12 + 4 * index))) }
    after = try Self.curves(tag, at: places[0])
    if places[1] != 0 {
      var rows: [SIMD3<Double>] = []
      for row in 0..<4 {
        let start = places[1] + 12 * row
        rows.append(SIMD3(try tag.fixed(at: start), try tag.fixed(at: start + 4), try tag.fixed(at: start + 8)))
      }
      matrix = Matrix3x3(rows: rows[0], rows[1], rows[2])
      offset = rows[3]
    }
    between = try Self.curves(tag, at: places[2])
    if places[3] != 0 {
      var sides: [Int] = []
      for index in 0..<3 { sides.append(Int(try tag.unsigned8(at: places[3] + index))) }
      let size = Int(try tag.unsigned8(at: places[3] + 16))
      guard size == 1 || size == 2 else { throw tag.bad("a grid of \(size) bytes a number") }
      var place = places[3] + 20
      grid = try Grid(tag, &place, sides: sides, size)
      precision = Self.precision(size)
    }
    before = try Self.curves(tag, at: places[4])
  }

  /// Three curves one after the other, each at a multiple of four; none where the offset is 0.
  private static func curves(_ tag: ICCTag, at place: Int) throws(ICCError) -> [TransferFunction] {
    guard place != 0 else { return [] }
    var curves: [TransferFunction] = []
    var start = place
    for _ in 0..<3 {
      guard start >= 0, start + 12 <= tag.bytes.count else {
        throw .tagTooShort(tag: tag.signature, offset: tag.offset + start, needed: 12, available: 0)
      }
      let curve = ICCTag(signature: tag.signature, bytes: tag.bytes[(tag.offset + start)...])
      curves.append(try curve.curve())
      start += (try curve.curveLength() + 3) & ~3
    }
    return curves
  }

  /// Numbers at equal distances in a cube, the last component changing fastest.
  private struct Grid {
    let sides: [Int]
    let values: [SIMD3<Float>]

    init(_ tag: ICCTag, _ place: inout Int, sides: [Int], _ size: Int) throws(ICCError) {
      guard sides.allSatisfy({ $0 >= 2 }) else { throw tag.bad("a grid of \(sides) points") }
      let count = sides.reduce(1, *)
      guard count <= ICCTableTransform.largestGrid, tag.bytes.count - place >= 3 * size * count else {
        throw tag.bad("a grid of \(sides) points")
      }
      var values: [SIMD3<Float>] = []
      values.reserveCapacity(count)
      for index in 0..<count {
        let start = place + 3 * size * index
        values.append(
          SIMD3(
            Float(try ICCTableTransform.entry(tag, start, size)),
            Float(try ICCTableTransform.entry(tag, start + size, size)),
            Float(try ICCTableTransform.entry(tag, start + 2 * size, size))))
      }
      place += 3 * size * count
      self.sides = sides
      self.values = values
    }

    /// Interpolates linearly between the eight surrounding points.
    func value(at color: SIMD3<Double>) -> SIMD3<Double> {
      var (low, share) = ([0, 0, 0], SIMD3<Double>.zero)
      for axis in 0..<3 {
        let position = min(max(color[axis], 0), 1) * Double(sides[axis] - 1)
        low[axis] = min(Int(position), sides[axis] - 2)
        share[axis] = position - Double(low[axis])
      }
      var sum = SIMD3<Double>.zero
      for corner in 0..<8 {
        var (index, weight) = (0, 1.0)
        for axis in 0..<3 {
          let isHigh = corner >> axis & 1 == 1
          index = index * sides[axis] + low[axis] + (isHigh ? 1 : 0)
          weight *= isHigh ? share[axis] : 1 - share[axis]
        }
        sum += SIMD3<Double>(values[index]) * weight
      }
      return sum
    }
  }

  // MARK: - Evaluating

  /// XYZ, relative to the connection space's white, of components of 0...1.
  func xyz(_ color: SIMD3<Double>) -> SIMD3<Double> {
    var value = Self.apply(before, color)
    if let grid { value = grid.value(at: value) }
    value = Self.apply(between, value)
    if let matrix { value = matrix.apply(value) + offset }
    value = Self.apply(after, value)
    guard isLab else { return value * (65535.0 / 32768) }
    let scale = isLegacyLab ? 65535.0 / 65280 : 1
    let lab = SIMD3(value.x * 100 * scale, value.y * 255 * scale - 128, value.z * 255 * scale - 128)
    return Self.xyz(lab: lab) * ChromaticAdaptation.profileConnectionWhite
  }

  private static func apply(_ curves: [TransferFunction], _ value: SIMD3<Double>) -> SIMD3<Double> {
    guard curves.count == 3 else { return value }
    return SIMD3(curves[0].decode(value.x), curves[1].decode(value.y), curves[2].decode(value.z))
  }

  /// CIE 1976 L*a*b* relative to its white.
  private static func xyz(lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    return SIMD3(y + lab.y / 500, y, y - lab.z / 200).mapped { value in
      value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841
    }
  }
}

extension ICCTag {
  /// Bytes of the curve that the tag begins with.
  fileprivate func curveLength() throws(ICCError) -> Int {
    if try type() == "curv" { return 12 + 2 * Int(try unsigned32(at: 8)) }
    let functionType = Int(try unsigned16(at: 8))
    guard ParametricCurve.parameterCounts.indices.contains(functionType) else {
      throw bad("parametric curve of type \(functionType)")
    }
    return 12 + 4 * ParametricCurve.parameterCounts[functionType]
  }
}
