internal import HeadroomContainers
internal import HeadroomPixels

/// Parameters of opcodes (DNG 1.7.1, chapter 7).
extension ByteReader {
  /// A finite number.
  mutating func double() throws(ImageIOError) -> Double {
    let value = Double(bitPattern: try u64())
    guard value.isFinite else { throw .malformed(part: part, text: "a number that is none", offset: position - 8) }
    return value
  }

  mutating func doubles(_ count: Int) throws(ImageIOError) -> [Double] {
    try need(count * 8)
    var values: [Double] = []
    for _ in 0..<count { values.append(try double()) }
    return values
  }

  mutating func floats(_ count: Int) throws(ImageIOError) -> [Float] {
    try need(count * 4)
    var values: [Float] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(Float(bitPattern: try u32())) }
    guard values.allSatisfy(\.isFinite) else {
      throw .malformed(part: part, text: "numbers that are none", offset: position - 4 * count)
    }
    return values
  }

  /// A count of items of `size` bytes each, which must fit into the bytes that follow.
  mutating func count(of what: String, size: Int) throws(ImageIOError) -> Int {
    let value = Int(try u32())
    guard value <= remaining / size else {
      throw .truncated(
        part: "\(part)/\(what)", needed: UInt64(value) * UInt64(size), available: UInt64(remaining),
        offset: position - 4)
    }
    return value
  }

  /// A position in a picture, in pixels.
  private mutating func edge() throws(ImageIOError) -> Int {
    let value = Int32(bitPattern: try u32())
    guard abs(Int(value)) <= 1 << 24 else {
      throw .malformed(part: part, text: "a place at pixel \(value)", offset: position - 4)
    }
    return Int(value)
  }

  /// Top, left, bottom, right.
  mutating func rect() throws(ImageIOError) -> PixelRect {
    let (top, left, bottom, right) = (try edge(), try edge(), try edge(), try edge())
    return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }

  mutating func area() throws(ImageIOError) -> DNGOpcode.Area {
    let rect = try rect()
    let (plane, planes, rowPitch, columnPitch) = (try u32(), try u32(), try u32(), try u32())
    guard (1...1 << 24).contains(rowPitch), (1...1 << 24).contains(columnPitch), plane < 256, planes <= 256 else {
      throw .malformed(
        part: part,
        text: "planes \(plane) to \(UInt64(plane) + UInt64(planes)), pitches \(rowPitch) and \(columnPitch)",
        offset: position - 16)
    }
    return DNGOpcode.Area(
      rect: rect, plane: Int(plane), planes: Int(planes), rowPitch: Int(rowPitch), columnPitch: Int(columnPitch))
  }

  /// The colour of the mosaic in the corner.
  mutating func phase() throws(ImageIOError) -> Int {
    let value = try u32()
    guard value <= 3 else { throw .malformed(part: part, text: "phase \(value) of a mosaic", offset: position - 4) }
    return Int(value)
  }

  mutating func warp(
    coefficients: Int, _ make: ([[Double]], Double, Double) -> DNGOpcode.Operation
  ) throws(ImageIOError) -> DNGOpcode.Operation {
    let planes = try coefficientsOfPlanes(coefficients)
    return make(planes, try double(), try double())
  }

  private mutating func coefficientsOfPlanes(_ coefficients: Int) throws(ImageIOError) -> [[Double]] {
    let count = try count(of: "planes", size: coefficients * 8)
    guard (1...4).contains(count) else {
      throw .malformed(part: part, text: "coefficients of \(count) planes", offset: position - 4)
    }
    var planes: [[Double]] = []
    for _ in 0..<count { planes.append(try doubles(coefficients)) }
    return planes
  }

  mutating func warpRectilinear2() throws(ImageIOError) -> DNGOpcode.Operation {
    let planes = try coefficientsOfPlanes(19)
    let (x, y) = (try double(), try double())
    return .warpRectilinear2(planes: planes, centerX: x, centerY: y, isReciprocal: try u32() != 0)
  }

  mutating func badPixels() throws(ImageIOError) -> DNGOpcode.Operation {
    let phase = try phase()
    let (pointCount, rectCount) = (Int(try u32()), Int(try u32()))
    try need(pointCount * 8 + rectCount * 16)
    var (points, rects): ([PixelRect], [PixelRect]) = ([], [])
    for _ in 0..<pointCount {
      let (row, column) = (try edge(), try edge())
      points.append(PixelRect(x: column, y: row, width: 1, height: 1))
    }
    for _ in 0..<rectCount { rects.append(try rect()) }
    return .fixBadPixelsList(phase: phase, points: points, rects: rects)
  }

  mutating func mapTable() throws(ImageIOError) -> DNGOpcode.Operation {
    let area = try area()
    let size = try count(of: "table", size: 2)
    guard (1...65536).contains(size) else {
      throw .malformed(part: part, text: "a table of \(size) entries", offset: position - 4)
    }
    var table: [UInt16] = []
    for _ in 0..<size { table.append(try u16()) }
    return .mapTable(area, table)
  }

  mutating func mapPolynomial() throws(ImageIOError) -> DNGOpcode.Operation {
    let area = try area()
    let degree = try u32()
    guard degree <= 8 else {
      throw .malformed(part: part, text: "a polynomial of degree \(degree)", offset: position - 4)
    }
    return .mapPolynomial(area, try doubles(Int(degree) + 1))
  }

  mutating func planeGains() throws(ImageIOError) -> DNGOpcode.PlaneGains {
    let (rows, columns) = (try u32(), try u32())
    let places = try doubles(4)
    let planes = try u32()
    guard [rows, columns, planes].allSatisfy({ (1...65536).contains($0) }), rows == 1 || places[0] > 0,
      columns == 1 || places[1] > 0
    else {
      throw .malformed(part: part, text: "gains at \(rows)x\(columns) points of \(planes) planes", offset: start)
    }
    let gains = try floats(Int(rows) * Int(columns) * Int(planes))
    return DNGOpcode.PlaneGains(
      rows: Int(rows), columns: Int(columns), spacingV: places[0], spacingH: places[1], originV: places[2],
      originH: places[3], planes: Int(planes), gains: gains)
  }

  /// One value for each row or column.
  mutating func lineValues() throws(ImageIOError) -> [Float] { try floats(try count(of: "lines", size: 4)) }
}
