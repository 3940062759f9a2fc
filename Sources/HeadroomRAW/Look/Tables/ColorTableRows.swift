internal import CHeadroomMath
internal import HeadroomColor
package import HeadroomPixels

/// A ``ColorTable`` prepared for rows of linear ProPhoto light after a profile's tone curve (DNG 1.7.1, "RGBTables").
///
/// An HDR profile's table works on the axis of ``HDRProfileEncoding``. Light above the end of an SDR profile's table is
/// added again after it where the picture may be brighter than white, so that the table serves HDR rendering too.
package struct ColorTableRows: Sendable {
  private let toTable: RowMatrix
  private let fromTable: RowMatrix
  private let curve: AxisCurve?
  private let isHDR: Bool
  /// The shares of light beyond the table that are kept: above, below.
  private let kept: (above: Float, below: Float)
  private let last: Float
  /// Distances between nodes along red, green and blue.
  private let steps: (Int, Int, Int)
  private let entries: [SIMD4<Float>]

  /// - Parameters:
  ///   - isHDR: whether the profile is one for HDR.
  ///   - isOpen: whether the picture may have light above white.
  package init(_ table: ColorTable, isHDR: Bool, isOpen: Bool) {
    toTable = RowMatrix(ColorPrimaries.romm.matrix(to: table.space.primaries))
    fromTable = RowMatrix(table.space.primaries.matrix(to: .romm))
    curve = AxisCurve(table.curve)
    self.isHDR = isHDR
    kept = (table.keepsOutside || isHDR || isOpen ? 1 : 0, table.keepsOutside ? 1 : 0)
    last = Float(table.divisions - 1)
    steps = (table.divisions * table.divisions, table.divisions, 1)
    entries = (0..<table.entries.count / 3).map {
      SIMD4(table.entries[3 * $0], table.entries[3 * $0 + 1], table.entries[3 * $0 + 2], 0)
    }
  }

  /// Applies it to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    unsafe entries.withUnsafeBufferPointer { table in
      guard let base = table.baseAddress else { return }
      for i in 0..<count {
        let color = unsafe look(toTable.apply(tamed(rows.r[i]), tamed(rows.g[i]), tamed(rows.b[i])), base)
        let light = fromTable.apply(color.x, color.y, color.z)
        unsafe rows.r[i] = light.0
        unsafe rows.g[i] = light.1
        unsafe rows.b[i] = light.2
      }
    }
  }

  @inline(__always)
  private func look(_ light: (Float, Float, Float), _ base: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
    var value = SIMD4(light.0, light.1, light.2, 0)
    if isHDR { for plane in 0..<3 { value[plane] = HDRProfileEncoding.encode(headroom_max(value[plane], 0)) } }
    var place = SIMD4<Float>()
    for plane in 0..<3 { place[plane] = headroom_clamp(value[plane], 0, 1) }
    let outside = value - place
    if let curve { for plane in 0..<3 { place[plane] = curve.encode(place[plane]) } }
    var result = unsafe interpolated(place * last, base)
    for plane in 0..<3 {
      if let curve { result[plane] = curve.decode(result[plane]) }
      let rest = outside[plane]
      result[plane] += rest > 0 ? rest * kept.above : rest * kept.below
      if isHDR { result[plane] = HDRProfileEncoding.decode(headroom_max(result[plane], 0)) }
    }
    return result
  }

  /// Interpolates in the tetrahedron of the lower node, the upper node, and two nodes between them that the order of
  /// the fractions selects.
  @inline(__always)
  private func interpolated(_ place: SIMD4<Float>, _ base: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
    func node(_ p: Float) -> Int { Int(headroom_min(p, last - 1)) }
    let (r, g, b) = (node(place.x), node(place.y), node(place.z))
    let (x, y, z) = (place.x - Float(r), place.y - Float(g), place.z - Float(b))
    let corner = unsafe base + (r * steps.0 + g * steps.1 + b)
    let (red, green, blue) = steps
    // The largest fraction first.
    let (first, second, high, middle, low) =
      if x >= y {
        y >= z ? (red, red + green, x, y, z) : x >= z ? (red, red + blue, x, z, y) : (blue, red + blue, z, x, y)
      } else {
        z >= y ? (blue, green + blue, z, y, x) : z >= x ? (green, green + blue, y, z, x) : (green, red + green, y, x, z)
      }
    let (near, one) = unsafe (corner[0] * (1 - high), corner[first] * (high - middle))
    let (two, far) = unsafe (corner[second] * (middle - low), corner[red + green + blue] * low)
    return (near + one) + (two + far)
  }
}

/// A curve between light and an axis, both 0 ... 1, as tables over the square root of light, in which all curves are
/// smooth.
private struct AxisCurve: Sendable {
  private static let count = 4096
  private let encoding: FloatTable
  private let decoding: FloatTable

  /// Nil for none.
  init?(_ curve: ColorTable.Curve) {
    guard let transfer = Self.transfer(curve) else { return nil }
    let steps = (0...Self.count).map { Double($0) / Double(Self.count) }
    // One entry more, so that the last has a neighbour.
    encoding = FloatTable(steps.map { Float(transfer.encode($0 * $0)) } + [1])
    decoding = FloatTable(steps.map { Float(transfer.decode($0)) } + [1])
  }

  private static func transfer(_ curve: ColorTable.Curve) -> TransferFunction? {
    switch curve {
    case .linear: nil
    case .sRGB: .sRGB
    case .gamma18: .gamma(1.8)
    case .gamma22: .gamma(2.2)
    case .bt2020: .bt709
    }
  }

  @inline(__always) func encode(_ light: Float) -> Float { Self.look(encoding, light.squareRoot()) }
  @inline(__always) func decode(_ signal: Float) -> Float { Self.look(decoding, signal) }

  @inline(__always) private static func look(_ table: FloatTable, _ value: Float) -> Float {
    let place = headroom_clamp(value, 0, 1) * Float(count)
    let index = Int(place)
    let (low, high) = unsafe (table.pointer(at: index)[0], table.pointer(at: index)[1])
    return low + (high - low) * (place - Float(index))
  }
}
