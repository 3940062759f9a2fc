import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct LensTests {
  private static let rectilinear = DNGOpcode.Operation.warpRectilinear(
    planes: [
      [1.0002, -0.031, 0.012, -0.004, 0.0007, -0.0003], [1, -0.03, 0.011, -0.003, 0.0006, -0.0002],
      [0.9997, -0.029, 0.010, -0.002, 0.0005, -0.0001],
    ], centerX: 0.51, centerY: 0.48)
  private static let fisheye = DNGOpcode.Operation.warpFisheye(
    planes: [[1.1, -0.05, 0.02, -0.003]], centerX: 0.5, centerY: 0.5)
  private static let second = DNGOpcode.Operation.warpRectilinear2(
    planes: [
      [1.01, -0.02, 0.013, 0.004, -0.006, 0.002, 0, 0, 0.001, 0, 0, 0, 0, 0, -0.0005, 0.0004, -0.0006, 0.05, 0.9]
    ], centerX: 0.5, centerY: 0.52, isReciprocal: false)

  private func warp(_ operation: DNGOpcode.Operation) throws -> LensWarp {
    try #require(LensWarp(operation, width: 4000, height: 3000))
  }

  // From Tests/peers/raw_look_vectors.py, which knows the formulas only.
  @Test func `Sources are where the opcodes' formulas put them`() throws {
    for (operation, plane, x, y, sourceX, sourceY) in lensVectors(Self.rectilinear, Self.fisheye, Self.second) {
      let source = try warp(operation).source(x: x, y: y, plane: plane)
      #expect(abs(source.x - sourceX) < 1e-6 && abs(source.y - sourceY) < 1e-6, "\(x) \(y): \(source)")
    }
  }

  @Test func `The reciprocal form divides`() throws {
    guard case .warpRectilinear2(var planes, let x, let y, _) = Self.second else { return }
    planes[0][15] = 0
    planes[0][16] = 0
    let straight = try warp(.warpRectilinear2(planes: planes, centerX: x, centerY: y, isReciprocal: false))
    let reciprocal = try warp(.warpRectilinear2(planes: planes, centerX: x, centerY: y, isReciprocal: true))
    let centre = SIMD2(straight.centerX, straight.centerY)
    let there = straight.source(x: 3000, y: 500, plane: 0) - centre
    let back = reciprocal.source(x: 3000, y: 500, plane: 0) - centre
    let start = SIMD2(3000.0, 500) - centre
    #expect(
      abs((there * there).sum() * (back * back).sum() / ((start * start).sum() * (start * start).sum()) - 1) < 1e-12)
  }

  @Test func `Rows are as exact as a thousandth of a pixel`() throws {
    for operation in [Self.rectilinear, Self.fisheye, Self.second] {
      let warp = try warp(operation)
      let count = 4000
      let buffer = RowBuffer(capacity: count)
      let rows = unsafe buffer.rows
      for plane in 0..<3 {
        for y in [0, 1500, 2999] {
          unsafe warp.ways(x: 0, y: y, plane: plane, count: count, dx: rows.r, dy: rows.g)
          unsafe warp.ways(x: 1003, y: y, plane: plane, count: 777, dx: rows.b, dy: rows.a)
          for x in stride(from: 0, to: count, by: 13) {
            let way = warp.source(x: Double(x), y: Double(y), plane: plane) - SIMD2(Double(x), Double(y))
            #expect(abs(Double(unsafe rows.r[x]) - way.x) < 1e-3 && abs(Double(unsafe rows.g[x]) - way.y) < 1e-3)
          }
          for x in 0..<777 { #expect(unsafe rows.b[x] == rows.r[1003 + x] && rows.a[x] == rows.g[1003 + x]) }
        }
      }
    }
  }

  @Test func `A rectangle's sources lie in the rectangle that is said`() throws {
    for operation in [Self.rectilinear, Self.fisheye, Self.second] {
      let warp = try warp(operation)
      for rect in [
        PixelRect(x: 0, y: 0, width: 4000, height: 3000), PixelRect(x: 1900, y: 1400, width: 300, height: 200),
      ] {
        let sources = warp.sourceRect(for: rect)
        for y in stride(from: rect.minY, to: rect.maxY, by: 7) {
          for x in stride(from: rect.minX, to: rect.maxX, by: 7) {
            let source = warp.source(x: Double(x), y: Double(y), plane: (x + y) % 3)
            #expect(source.x >= Double(sources.minX) && source.x <= Double(sources.maxX - 1))
            #expect(source.y >= Double(sources.minY) && source.y <= Double(sources.maxY - 1))
          }
        }
        #expect(sources.width < rect.width + 600)
      }
    }
  }

  @Test func `Lensfun's models have their formulas' values`() throws {
    let half = 1500.0
    func radius(_ distortion: LensfunDistortion, _ r: Double) throws -> Double {
      let warp = try #require(LensWarp(distortion: distortion, width: 4000, height: 3000))
      return (warp.source(x: 1999.5 + r * half, y: 1499.5, plane: 1).x - 1999.5) / half
    }
    for r in [0.0, 0.3, 0.9, 1.2] {
      #expect(abs(try radius(.poly3(k1: -0.02), r) - r * (1 + 0.02 - 0.02 * r * r)) < 1e-9)
      #expect(abs(try radius(.poly5(k1: -0.02, k2: 0.004), r) - r * (1 - 0.02 * r * r + 0.004 * r * r * r * r)) < 1e-9)
      let (a, b, c) = (0.01, -0.03, 0.015)
      let ptlens = r * (a * r * r * r + b * r * r + c * r + 1 - a - b - c)
      #expect(abs(try radius(.ptlens(a: a, b: b, c: c), r) - ptlens) < 1e-9)
    }
    let fringes = try #require(
      LensWarp(
        distortion: .poly3(k1: -0.02), fringes: .poly3(red: SIMD3(1.001, 0.0002, -0.0001), blue: SIMD3(0.999, 0, 0)),
        width: 4000, height: 3000))
    let bent = 0.9 * (1.02 - 0.02 * 0.81)
    let red = (fringes.source(x: 1999.5 + 0.9 * half, y: 1499.5, plane: 0).x - 1999.5) / half
    #expect(abs(red - bent * (1.001 + 0.0002 * bent - 0.0001 * bent * bent)) < 1e-9)
    let green = (fringes.source(x: 1999.5 + 0.9 * half, y: 1499.5, plane: 1).x - 1999.5) / half
    #expect(abs(green - bent) < 1e-9)
    #expect(!fringes.isSameForAllPlanes)
  }

  @Test func `Nonsense makes no warp, and what is one gives numbers`() throws {
    let nan = Double.nan
    for planes in [[], [[1.0]], [[nan, 0, 0, 0, 0, 0]], [[1e300, 0, 0, 0, 0, 0]]] {
      #expect(LensWarp(.warpRectilinear(planes: planes, centerX: 0.5, centerY: 0.5), width: 100, height: 100) == nil)
    }
    let plain = [[1.0, 0, 0, 0, 0, 0]]
    #expect(LensWarp(.warpRectilinear(planes: plain, centerX: nan, centerY: 0.5), width: 100, height: 100) == nil)
    #expect(LensWarp(.warpRectilinear(planes: plain, centerX: 0.5, centerY: 0.5), width: 0, height: 100) == nil)
    #expect(LensWarp(.warpRectilinear(planes: plain, centerX: 0.5, centerY: 0.5), width: 1, height: 1) == nil)
    #expect(LensWarp(.trimBounds(.empty), width: 100, height: 100) == nil)
    let one = try #require(LensWarp(.warpRectilinear(planes: plain, centerX: 0.5, centerY: 0.5), width: 9, height: 9))
    #expect(one.isIdentity)
    // A pole of the reciprocal form, and the largest numbers that are let in.
    var wild = [Double](repeating: 0, count: 19)
    (wild[0], wild[2], wild[14], wild[18]) = (-0.25, 1, 9e5, 1)
    for planes in [[wild], [wild.map { $0 * 0.999 }]] {
      for isReciprocal in [false, true] {
        let warp = try #require(
          LensWarp(
            .warpRectilinear2(planes: planes, centerX: 0.5, centerY: 0.5, isReciprocal: isReciprocal), width: 401,
            height: 301))
        let buffer = RowBuffer(capacity: 401)
        let rows = unsafe buffer.rows
        unsafe warp.ways(x: 0, y: 150, plane: 0, count: 401, dx: rows.r, dy: rows.g)
        for x in 0..<401 { #expect(unsafe rows.r[x].isFinite && rows.g[x].isFinite) }
        let rect = warp.sourceRect(for: PixelRect(width: 401, height: 301))
        #expect(rect.width < 1_000_000)
      }
    }
  }

  @Test func `Vignetting is undone by the gain of the formulas`() throws {
    let k = [0.3, 0.12, -0.05, 0.02, 0.01]
    let gain = try #require(
      VignetteGain(.fixVignetteRadial(k, centerX: 0.5, centerY: 0.5), width: 4000, height: 3000))
    #expect(abs(gain.gain(x: 0, y: 0) - (1 + k.reduce(0, +))) < 1e-12)
    #expect(abs(gain.gain(x: 1999.5, y: 1499.5) - 1) < 1e-12)
    let lensfun = try #require(VignetteGain(lensfun: SIMD3(-0.4, 0.1, -0.05), width: 4000, height: 3000))
    #expect(abs(lensfun.gain(x: 3999, y: 0) - 1 / 0.65) < 1e-12)
    for gain in [gain, lensfun] {
      let greys = [SIMD3<Float>](repeating: SIMD3(0.9, 0.5, 0.1), count: 1000)
      let rendered = unsafe through(greys) { rows, count in unsafe gain.apply(rows, count, x: 2900, y: 40) }
      for (x, pixel) in rendered.enumerated() {
        let expected = gain.gain(x: Double(2900 + x), y: 40)
        #expect(abs(Double(pixel.x) / 0.9 / expected - 1) < 1e-5 && abs(Double(pixel.z) / 0.1 / expected - 1) < 1e-5)
      }
      #expect(
        unsafe givesSameBitsInPieces(lookColors(600) + oddColors) { rows, count, start in
          unsafe gain.apply(rows, count, x: 100 + start, y: 7)
        })
      let odd = unsafe through(oddColors) { rows, count in unsafe gain.apply(rows, count, x: 0, y: 0) }
      #expect(odd.allSatisfy { $0.isFinite })
    }
    #expect(
      VignetteGain(.fixVignetteRadial([.nan, 0, 0, 0, 0], centerX: 0.5, centerY: 0.5), width: 9, height: 9) == nil)
    let black = try #require(VignetteGain(lensfun: SIMD3(-4, 0, 0), width: 400, height: 300))
    #expect(black.gain(x: 0, y: 0) == VignetteGain.largestGain)
  }

  @Test func `Rows come fast`() throws {
    let colors = [SIMD3<Float>](repeating: SIMD3(0.5, 0.5, 0.5), count: 4000)
    for (name, operation) in [("rectilinear", Self.rectilinear), ("fisheye", Self.fisheye), ("second", Self.second)] {
      let warp = try warp(operation)
      let speed = unsafe megapixelsPerSecond(colors) { rows, count in
        unsafe warp.ways(x: 0, y: 77, plane: 0, count: count, dx: rows.r, dy: rows.g)
      }
      print("lens \(name), one plane: \(speed) Mpx/s")
      #expect(speed > 10)
    }
    let gain = try #require(
      VignetteGain(
        .fixVignetteRadial([0.3, 0.12, -0.05, 0.02, 0.01], centerX: 0.5, centerY: 0.5), width: 4000, height: 3000))
    let speed = unsafe megapixelsPerSecond(colors) { rows, count in unsafe gain.apply(rows, count, x: 0, y: 77) }
    print("vignette: \(speed) Mpx/s")
    #expect(speed > 10)
  }
}
