import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct GainMapApplierTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var formula: GainMapFormula
    var base: (width: Int, height: Int)
    var map: (width: Int, height: Int, channels: Int)
    var stops: Double

    init(
      _ name: String, _ formula: GainMapFormula, _ base: (Int, Int), _ map: (Int, Int, Int), _ stops: Double = .infinity
    ) {
      testDescription = name
      self.formula = formula
      self.base = base
      self.map = map
      self.stops = stops
    }
  }

  static let plain = GainMapFormula.iso(GainMapMetadata(alternateHeadroom: 2, min: -0.5, max: 2.25, gamma: 0.8))
  static let colored = GainMapFormula.iso(
    GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: 3, min: SIMD3(-1, 0, 0.25), max: SIMD3(3, 2, 1), gamma: SIMD3(0.5, 1, 1.5),
      baseOffset: SIMD3(0, 0.015625, 0.1), alternateOffset: SIMD3(0.015625, 0, 0.1)))
  static let hdrBase = GainMapFormula.iso(GainMapMetadata(baseHeadroom: 3, alternateHeadroom: 0, max: 3))

  static let cases = [
    Case("map of the same size", plain, (31, 9), (31, 9, 1)),
    Case("map of half the size", plain, (48, 32), (24, 16, 1)),
    Case("map of a quarter of the size, partial weight", plain, (64, 20), (16, 5, 1), 1),
    Case("map of an odd size", plain, (101, 67), (34, 23, 1)),
    Case("map larger than the base", plain, (20, 15), (33, 25, 1)),
    Case("map of one pixel", plain, (7, 5), (1, 1, 1)),
    Case("three components, own parameters", colored, (48, 32), (24, 16, 3)),
    Case("three components of the same size", colored, (17, 11), (17, 11, 3), 1.5),
    Case("one component, own parameters per channel", colored, (30, 20), (10, 7, 1)),
    Case("three components, one set of parameters", plain, (30, 20), (15, 10, 3)),
    Case("HDR base to SDR", hdrBase, (30, 20), (15, 10, 1), 0),
    Case("HDR base half way", hdrBase, (30, 20), (15, 10, 1), 1.5),
    Case("Apple", .apple(AppleGainMap(headroom: 4.66)), (40, 30), (20, 15, 1)),
    Case("Apple, partial weight", .apple(AppleGainMap(headroom: 8)), (40, 30), (20, 15, 1), 1),
  ]

  static func map(_ test: Case) throws -> GainMapImage {
    var generator = SeededGenerator(seed: 5)
    let format: PixelFormat = test.map.channels == 1 ? .gray8 : .rgb8
    let bitmap = try JPEGFixture.bitmap(test.map.width, test.map.height, format) { _, _, _ in
      Int.random(in: 0...255, using: &generator)
    }
    return GainMapImage(
      bitmap: bitmap,
      description: GainMapDescription(
        kinds: [.iso], formula: test.formula, width: bitmap.width, height: bitmap.height, channels: test.map.channels))
  }

  static func base(_ test: Case) -> [SIMD3<Double>] {
    var generator = SeededGenerator(seed: 6)
    return (0..<test.base.width * test.base.height).map { _ in
      SIMD3(
        Double(Float.random(in: -0.1...1.2, using: &generator)), Double(Float.random(in: 0...1, using: &generator)),
        Double(Float.random(in: 0...4, using: &generator)))
    }
  }

  /// The definition: gains of the four neighbours (Apple: their codes) mixed in double precision, then the formula.
  static func reference(_ test: Case, _ map: GainMapImage, x: Int, y: Int, base: SIMD3<Double>) -> SIMD3<Double> {
    let weight = test.formula.weight(displayHeadroomStops: test.stops)
    guard weight != 0 else { return base }
    func gain(_ column: Int, _ row: Int) -> SIMD3<Double> {
      let pixel = JPEGFixture.pixel(
        map.bitmap, x: min(max(column, 0), test.map.width - 1), y: min(max(row, 0), test.map.height - 1))
      let codes = SIMD3(Double(pixel[0]), Double(pixel[pixel.count / 2]), Double(pixel[pixel.count - 1])) / 255
      if case .iso(let metadata) = test.formula { return metadata.logGain(codes) }
      return codes
    }
    let place = (
      (Double(x) + 0.5) * Double(test.map.width) / Double(test.base.width) - 0.5,
      (Double(y) + 0.5) * Double(test.map.height) / Double(test.base.height) - 0.5
    )
    let (column, row) = (place.0.rounded(.down), place.1.rounded(.down))
    let (right, down) = (place.0 - column, place.1 - row)
    let (c, r) = (Int(column), Int(row))
    let above = gain(c, r) * (1 - right) + gain(c + 1, r) * right
    let below = gain(c, r + 1) * (1 - right) + gain(c + 1, r + 1) * right
    let stops = above * (1 - down) + below * down
    return switch test.formula {
    case .iso(let metadata): metadata.apply(base: base, logGain: stops, weight: weight)
    case .apple(let apple): base * exp2(apple.logGain(stops.x) * weight)
    }
  }

  /// Applies a map to all rows, cut into spans of `span` pixels.
  static func apply(
    _ applier: GainMapApplier, _ test: Case, _ base: [SIMD3<Double>], span: Int
  ) -> [SIMD3<Float>] {
    let buffer = RowBuffer(capacity: test.base.width)
    var result: [SIMD3<Float>] = []
    for y in 0..<test.base.height {
      let rows = unsafe buffer.rows
      for x in 0..<test.base.width {
        let pixel = base[y * test.base.width + x]
        unsafe (rows.r[x], rows.g[x], rows.b[x]) = (Float(pixel.x), Float(pixel.y), Float(pixel.z))
      }
      for x in stride(from: 0, to: test.base.width, by: span) {
        unsafe applier.apply(row: y, x: x, count: min(span, test.base.width - x), rows.advanced(by: x))
      }
      for x in 0..<test.base.width { unsafe result.append(SIMD3(rows.r[x], rows.g[x], rows.b[x])) }
    }
    return result
  }

  static func applier(_ test: Case, _ map: GainMapImage, _ encoding: ColorEncoding = .displayP3) -> GainMapApplier {
    GainMapApplier(
      map: map, baseEncoding: encoding, baseWidth: test.base.width, baseHeight: test.base.height,
      displayHeadroomStops: test.stops)
  }

  @Test(arguments: cases)
  func `rows agree with the formula in double precision`(_ test: Case) throws {
    let map = try Self.map(test)
    let base = Self.base(test)
    let result = Self.apply(Self.applier(test, map), test, base, span: test.base.width)
    for y in 0..<test.base.height {
      for x in 0..<test.base.width {
        let index = y * test.base.width + x
        let wanted = Self.reference(test, map, x: x, y: y, base: base[index])
        for channel in 0..<3 {
          // Relative to the size of the terms: the offsets cancel near black.
          let size = wanted[channel].magnitude + 0.2
          #expect((Double(result[index][channel]) - wanted[channel]).magnitude <= 4e-6 * size, "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: cases)
  func `a pixel does not depend on the span it is computed in`(_ test: Case) throws {
    let applier = Self.applier(test, try Self.map(test))
    let base = Self.base(test)
    let whole = Self.apply(applier, test, base, span: test.base.width)
    for span in [1, 2, 7, 16] { #expect(Self.apply(applier, test, base, span: span) == whole) }
  }

  @Test func `weight 0 leaves rows untouched whatever the offsets`() throws {
    let test = Case("", Self.colored, (12, 8), (6, 4, 3), 0)
    let applier = Self.applier(test, try Self.map(test))
    #expect(applier.isIdentity)
    #expect(applier.contentHeadroom == 1)
    let base = Self.base(test)
    #expect(Self.apply(applier, test, base, span: 12) == base.map { SIMD3<Float>($0) })
  }

  @Test func `the content headroom is the display's, up to the content's own`() throws {
    for (stops, headroom) in [(0.0, 1.0), (1, 2), (3, 8), (5, 8), (.infinity, 8)] {
      let test = Case("", Self.colored, (12, 8), (6, 4, 3), stops)
      #expect(Self.applier(test, try Self.map(test)).contentHeadroom == headroom)
    }
    for (stops, headroom) in [(0.0, 1.0), (1.5, exp2(1.5)), (3, 8), (.infinity, 8)] {
      let test = Case("", Self.hdrBase, (12, 8), (6, 4, 1), stops)
      #expect((Self.applier(test, try Self.map(test)).contentHeadroom - headroom).magnitude < 1e-12)
    }
  }

  @Test func `the formula runs in the alternate's primaries where the metadata says so`() throws {
    guard case .iso(var metadata) = Self.colored else { return }
    metadata.useBaseColorSpace = false
    let test = Case("", .iso(metadata), (12, 8), (12, 8, 3))
    var map = try Self.map(test)
    map.description.alternateEncoding = .itur2100HLG
    let base = Self.base(test)
    let result = Self.apply(Self.applier(test, map, .sRGB), test, base, span: 12)
    let (there, back) = (ColorPrimaries.bt709.matrix(to: .bt2020), ColorPrimaries.bt2020.matrix(to: .bt709))
    for index in base.indices {
      let inside = Self.reference(test, map, x: index % 12, y: index / 12, base: there.apply(base[index]))
      let wanted = back.apply(inside)
      for channel in 0..<3 {
        #expect((Double(result[index][channel]) - wanted[channel]).magnitude <= 1e-5 * (1 + inside.max()))
      }
    }
  }

  @Test func `16-bit maps are read`() throws {
    let test = Case("", Self.plain, (12, 8), (12, 8, 1))
    let bitmap = try PixelBitmap(width: 12, height: 8, format: .gray16, alpha: .opaque)
    let rows = RowBuffer(capacity: 12)
    for row in 0..<8 {
      for x in 0..<12 { unsafe rows.rows.r[x] = Float(row * 12 + x) / 96 }
      unsafe RowCodec.pack(rows.rows, count: 12, into: bitmap, row: row, x: 0)
    }
    let map = GainMapImage(
      bitmap: bitmap,
      description: GainMapDescription(kinds: [.iso], formula: test.formula, width: 12, height: 8, channels: 1))
    let base = Self.base(test)
    let result = Self.apply(Self.applier(test, map), test, base, span: 12)
    guard case .iso(let metadata) = test.formula else { return }
    for index in base.indices {
      // One code either way: the packer works in single precision.
      let code = (Double(index) / 96 * 65535).rounded() / 65535
      let wanted = metadata.apply(base: base[index], gain: SIMD3(repeating: code), weight: 1)
      for channel in 0..<3 {
        #expect(
          (Double(result[index][channel]) - wanted[channel]).magnitude <= 5e-5 * (wanted[channel].magnitude + 0.2))
      }
    }
  }
}
