// Layout (big-endian, bits from the top):
//
//   version 3, minimum version 3, 0 2 | custom white 1, tone map 1, 0 6 | [u16 white x 5] |
//   u16 content headroom x 10000 | reference white 1, and if that is 0: alternates 3, primaries 2, common mix 1,
//   common curve 1 | [8 x u16 x 50000] | per alternate:
//   u16 headroom x 10000 | mix type 2, flags 6 | [u16 x 50000 per flag] | points - 1 5, pchip 1, 0 2 |
//   N x u16 x * 1000 | N x u16 gain x 10000 | unless pchip N x u16 angle x 36000/pi + 18000

extension HeadroomAdaptiveToneMap {
  /// Country, provider and application of the ITU-T T.35 message.
  static let t35Prefix: [UInt8] = [0xB5, 0x00, 0x90, 0x00, 0x01]

  /// Reads an ITU-T T.35 message, as HEVC, AV1 and PNG carry it.
  public init(parsingT35 bytes: [UInt8]) throws(HeadroomAdaptiveToneMapError) {
    guard bytes.starts(with: Self.t35Prefix) else { throw .foreignMessage }
    try self.init(parsing: Array(bytes.dropFirst(Self.t35Prefix.count)))
  }

  /// Reads the application information itself. Bytes after it are ignored.
  public init(parsing bytes: [UInt8]) throws(HeadroomAdaptiveToneMapError) {
    var reader = ST2094Reader(bytes: bytes)
    try reader.beginByte()
    _ = reader.bits(3)
    let minimum = reader.bits(3)
    guard minimum == 0 else { throw .unsupportedVersion(minimum: UInt8(minimum)) }
    try reader.expectZeros(2)
    try reader.beginByte()
    let hasWhite = reader.bits(1) == 1
    let hasToneMap = reader.bits(1) == 1
    try reader.expectZeros(6)
    referenceWhiteNits = hasWhite ? max(try reader.scaled(by: 5, limit: 50000), 0.2) : ReferenceWhite.nits
    toneMap = hasToneMap ? try ToneMap(&reader) : nil
  }
}

extension HeadroomAdaptiveToneMap.ToneMap {
  fileprivate init(_ reader: inout ST2094Reader) throws(HeadroomAdaptiveToneMapError) {
    let content = try reader.scaled(by: 10000, limit: 60000)
    try reader.beginByte()
    if reader.bits(1) == 1 {
      try reader.expectZeros(7)
      self = .referenceWhite(contentStops: content)
    } else {
      self = .curves(try HeadroomAdaptiveToneMap.Curves(&reader, contentStops: content))
    }
  }
}

extension HeadroomAdaptiveToneMap.Curves {
  fileprivate init(_ reader: inout ST2094Reader, contentStops: Double) throws(HeadroomAdaptiveToneMapError) {
    let count = reader.bits(3)
    guard count <= 4 else { throw .tooManyAlternates(count) }
    let primariesMode = reader.bits(2)
    let hasCommonMixing = reader.bits(1) == 1
    let hasCommonCurve = reader.bits(1) == 1
    let primaries = try reader.primaries(mode: primariesMode)
    var alternates: [HeadroomAdaptiveToneMap.Alternate] = []
    var shape: ST2094Reader.CurveShape?
    for index in 0..<count {
      let stops = try reader.scaled(by: 10000, limit: 60000)
      let mixing =
        if hasCommonMixing, let first = alternates.first { first.mixing } else { try reader.mixing(index) }
      let current = if hasCommonCurve, let shape { shape } else { try reader.curveShape(index) }
      shape = current
      let curve = try reader.curve(current, sign: contentStops < stops ? 1 : -1)
      alternates.append(.init(stops: stops, mixing: mixing, curve: curve))
    }
    let headrooms = alternates.map(\.stops)
    guard zip(headrooms, headrooms.dropFirst()).allSatisfy({ $0 < $1 }), !headrooms.contains(contentStops) else {
      throw .badHeadrooms(headrooms, content: contentStops)
    }
    self.init(contentStops: contentStops, primaries: primaries, alternates: alternates)
  }
}

/// Reads bits within single bytes, and numbers of two bytes.
private struct ST2094Reader {
  /// The part of a curve that alternates can share.
  struct CurveShape {
    let isMonotone: Bool
    let positions: [Double]
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var pending: UInt8 = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func require(_ count: Int) throws(HeadroomAdaptiveToneMapError) {
    guard bytes.count - offset >= count else {
      throw .truncated(offset: offset, needed: count, available: bytes.count - offset)
    }
  }

  mutating func beginByte() throws(HeadroomAdaptiveToneMapError) {
    try require(1)
    pending = bytes[offset]
    offset += 1
  }

  /// The next bits of the current byte, from the top.
  mutating func bits(_ count: Int) -> Int {
    let value = Int(pending >> UInt8(8 - count))
    pending <<= UInt8(count)
    return value
  }

  mutating func expectZeros(_ count: Int) throws(HeadroomAdaptiveToneMapError) {
    guard bits(count) == 0 else { throw .reservedBits(offset: offset - 1) }
  }

  /// A 16-bit number, clamped, then divided.
  mutating func scaled(by scale: Double, limit: UInt16) throws(HeadroomAdaptiveToneMapError) -> Double {
    try require(2)
    let code = UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    offset += 2
    return Double(min(code, limit)) / scale
  }

  mutating func primaries(mode: Int) throws(HeadroomAdaptiveToneMapError) -> ColorPrimaries {
    switch mode {
    case 0: return .bt709
    case 1: return .p3D65
    case 2: return .bt2020
    default:
      var points: [Chromaticity] = []
      for _ in 0..<4 {
        let x = try scaled(by: 50000, limit: 50000)
        points.append(Chromaticity(x: x, y: try scaled(by: 50000, limit: 50000)))
      }
      let primaries = ColorPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3])
      guard !primaries.isDegenerate else { throw .badPrimaries }
      return primaries
    }
  }

  mutating func mixing(
    _ alternate: Int
  ) throws(HeadroomAdaptiveToneMapError) -> HeadroomAdaptiveToneMap.ComponentMixing {
    try beginByte()
    let type = bits(2)
    if type < 3 {
      try expectZeros(6)
      return [.max, .component, .meanAndMax][type]
    }
    var isPresent: [Bool] = []
    for _ in 0..<6 { isPresent.append(bits(1) == 1) }
    var weights: [Double] = []
    for present in isPresent { weights.append(present ? try scaled(by: 50000, limit: 50000) : 0) }
    guard
      let mixing = HeadroomAdaptiveToneMap.ComponentMixing(
        components: SIMD3(weights[0], weights[1], weights[2]), maximum: weights[3], minimum: weights[4],
        own: weights[5])
    else { throw .badMixing(alternate: alternate) }
    return mixing
  }

  mutating func curveShape(_ alternate: Int) throws(HeadroomAdaptiveToneMapError) -> CurveShape {
    try beginByte()
    let count = bits(5) + 1
    let isMonotone = bits(1) == 1
    try expectZeros(2)
    var positions: [Double] = []
    for _ in 0..<count { positions.append(try scaled(by: 1000, limit: 64000)) }
    guard zip(positions, positions.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw .badCurve(alternate: alternate) }
    return CurveShape(isMonotone: isMonotone, positions: positions)
  }

  mutating func curve(_ shape: CurveShape, sign: Double) throws(HeadroomAdaptiveToneMapError) -> GainCurve {
    var points: [(x: Double, stops: Double)] = []
    for x in shape.positions { points.append((x, sign * (try scaled(by: 10000, limit: 60000)))) }
    if shape.isMonotone { return GainCurve(monotoneThrough: points) }
    var nodes: [GainCurve.Node] = []
    for point in points {
      // The limits keep the tangent finite.
      let code = max(try scaled(by: 1, limit: 35999), 1)
      nodes.append(.init(x: point.x, stops: point.stops, slope: Libm.tan((code - 18000) * .pi / 36000)))
    }
    return GainCurve(nodes: nodes)
  }
}
