internal import HeadroomColor
internal import HeadroomPixels

/// Raises negative light, which float sources may hold but files with a gain map cannot, to 0.
///
/// Colours outside a small gamut have negative components too, and they are light. So the components are clamped in
/// BT.2020, or in the base's primaries where its gamut reaches beyond. A component that is then still negative in the
/// base's primaries marks a colour outside its gamut, and is treated and counted as one.
struct LightFloor: Sendable {
  private let toWide: Columns
  private let fromWide: Columns

  /// - Parameter primaries: of the light, which are the base's.
  init(_ primaries: ColorPrimaries) {
    let toWide = primaries.matrix(to: .bt2020)
    let isInside = toWide.rows.allSatisfy { $0.min() >= -Double(Self.slack) }
    self.toWide = Columns(isInside ? toWide : .identity)
    fromWide = Columns(isInside ? ColorPrimaries.bt2020.matrix(to: primaries) : .identity)
  }

  /// Display P3's red lies this little outside BT.2020.
  private static let slack: Float = 0.002

  func raise(_ rows: RowPointers, count: Int) {
    for i in 0..<count {
      let color = unsafe SIMD3(rows.r[i], rows.g[i], rows.b[i])
      guard color.min() < 0 else { continue }
      (unsafe rows.r[i], unsafe rows.g[i], unsafe rows.b[i]) = raised(color).components
    }
  }

  private func raised(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let wide = toWide.apply(color)
    if wide.min() >= -Self.slack * wide.max() { return color }
    // NaN, as from the difference of two infinities, is not light either.
    return fromWide.apply(wide.replacing(with: 0, where: .!(wide .> 0)))
  }

  private struct Columns: Sendable {
    let x: SIMD3<Float>
    let y: SIMD3<Float>
    let z: SIMD3<Float>

    init(_ matrix: Matrix3x3) {
      let columns = matrix.columns
      (x, y, z) = (SIMD3<Float>(columns[0]), SIMD3<Float>(columns[1]), SIMD3<Float>(columns[2]))
    }

    func apply(_ v: SIMD3<Float>) -> SIMD3<Float> { x * v.x + y * v.y + z * v.z }
  }
}

extension SIMD3 {
  fileprivate var components: (Scalar, Scalar, Scalar) { (x, y, z) }
}
