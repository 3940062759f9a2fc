import HeadroomPixels
import HeadroomRAW
import Testing

/// Tables of colours where masks say so, against DNG's formulas.
@Suite struct ColorLayerTests {
  /// Three planes turned round by `turn`.
  private static func table(_ turn: Int) -> ColorTable {
    var entries: [Float] = []
    for r: Float in [0, 1] {
      for g: Float in [0, 1] {
        for b: Float in [0, 1] { for plane in 0..<3 { entries.append([r, g, b][(plane + turn) % 3]) } }
      }
    }
    return ColorTable(divisions: 2, curve: .linear, space: .proPhoto, keepsOutside: true, entries: entries)
  }

  private static func turned(_ color: SIMD3<Float>, _ turn: Int) -> SIMD3<Float> {
    SIMD3(color[turn % 3], color[(1 + turn) % 3], color[(2 + turn) % 3])
  }

  private static func mask(_ rows: [[Float]], _ area: ColorMask.Area? = nil) throws -> ColorMask {
    let bitmap = try PixelBitmap(width: rows[0].count, height: rows.count, format: .grayFloat)
    for (y, row) in rows.enumerated() {
      let target = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
      for (x, value) in row.enumerated() { unsafe target[x] = value }
    }
    return ColorMask(bitmap, area: area ?? ColorMask.Area(width: bitmap.width, height: bitmap.height))
  }

  private static func weights(_ mask: ColorMask, y: Int, width: Int, height: Int) -> [Float] {
    var result = [Float](repeating: -1, count: width)
    unsafe result.withUnsafeMutableBufferPointer { row in
      guard let base = row.baseAddress else { return }
      unsafe mask.weights(x: 0, y: y, width: width, height: height, width, into: base)
    }
    return result
  }

  private static let color = SIMD3<Float>(0.2, 0.5, 0.9)

  /// One pixel where the masks "a" and "b" have the weights.
  private static func applied(
    _ layers: [(String, Int)], _ composition: ColorTables.Composition, a: Float, b: Float
  ) throws -> SIMD3<Float>? {
    let tables = ColorTables(
      layers.map { ColorTables.Layer(mask: $0.0, table: table($0.1)) }, composition: composition)
    let masks = ["a": try mask([[a]]), "b": try mask([[b]])]
    guard let rows = ColorLayerRows(tables, masks: masks, isHDR: false, isOpen: false) else { return nil }
    return unsafe through([color]) { pixels, count in
      unsafe rows.apply(pixels, count, x: 0, y: 0, width: 1, height: 1)
    }[0]
  }

  private static let weightings: [(Float, Float)] = [(0, 0), (1, 0), (0.25, 0.5), (1, 0.75)]

  @Test(arguments: weightings)
  func `A weighted sum divides by all weights, and the background has the rest`(a: Float, b: Float) throws {
    let rest = 1 - min(1, a + b)
    for background in [0, 2] {
      let layers = [("a", 1), ("b", 2)] + (background == 0 ? [] : [("", background)])
      let seen = try #require(try Self.applied(layers, .weightedSum, a: a, b: b))
      let sum =
        Self.turned(Self.color, 1) * a + Self.turned(Self.color, 2) * b + Self.turned(Self.color, background) * rest
      #expect(distance([seen], [sum / (a + b + rest)]) < 1e-6)
    }
  }

  @Test(arguments: weightings)
  func `In sequence each table works on what the one before made`(a: Float, b: Float) throws {
    let seen = try #require(try Self.applied([("a", 1), ("", 2), ("b", 1)], .sequence, a: a, b: b))
    var wanted = Self.color
    for (weight, turn) in [(a, 1), (1 - min(1, a + b), 2), (b, 1)] {
      wanted += (Self.turned(wanted, turn) - wanted) * weight
    }
    #expect(distance([seen], [wanted]) < 1e-6)
  }

  @Test func `Tables of masks that are not there are left out`() throws {
    #expect(try Self.applied([("c", 1)], .weightedSum, a: 1, b: 1) == nil)
    let seen = try #require(try Self.applied([("c", 1), ("", 2)], .weightedSum, a: 1, b: 1))
    #expect(distance([seen], [Self.turned(Self.color, 2)]) < 1e-6)
  }

  @Test func `A span has the same bits in pieces`() throws {
    let tables = ColorTables([.init(mask: "a", table: Self.table(1)), .init(mask: "", table: Self.table(2))])
    let masks = ["a": try Self.mask([[0, 1, 0.5], [0.25, 0.75, 1]])]
    let rows = try #require(ColorLayerRows(tables, masks: masks, isHDR: false, isOpen: false))
    let colors = lookColors(700)
    #expect(
      unsafe givesSameBitsInPieces(colors) { pixels, count, start in
        unsafe rows.apply(pixels, count, x: start, y: 3, width: 700, height: 9)
      })
  }

  @Test func `Masks are stretched over the active area, and nothing is beyond their stored part`() throws {
    let mask = try Self.mask([[0, 1]])
    #expect(Self.weights(mask, y: 0, width: 4, height: 1) == [0, 0.25, 0.75, 1])
    #expect(Self.weights(mask, y: 5, width: 2, height: 7) == [0, 1])
    let part = try Self.mask([[1, 1]], ColorMask.Area(top: 1, left: 1, width: 4, height: 3))
    #expect(Self.weights(part, y: 0, width: 4, height: 3) == [0, 0, 0, 0])
    #expect(Self.weights(part, y: 1, width: 4, height: 3) == [0, 1, 1, 0])
    let odd = try Self.mask([[.nan, -1, 5, .infinity]])
    #expect(Self.weights(odd, y: 0, width: 4, height: 1) == [0, 0, 1, 1])
  }
}
