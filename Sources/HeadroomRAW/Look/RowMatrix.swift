package import HeadroomColor
package import HeadroomPixels

/// A matrix over planar rows, such as ``CameraWhiteBalance/matrix(to:)``.
///
/// `MatrixRow` of HeadroomPixels multiplies whole rows. This one is also applied pixel by pixel inside other loops,
/// where a call into another module would cost more than the matrix, and it replaces NaN and infinities.
package struct RowMatrix: Sendable {
  private let m: (Float, Float, Float, Float, Float, Float, Float, Float, Float)

  package init(_ matrix: Matrix3x3) {
    let (a, b, c) = (matrix.row0, matrix.row1, matrix.row2)
    m = (
      Float(a.x), Float(a.y), Float(a.z), Float(b.x), Float(b.y), Float(b.z), Float(c.x), Float(c.y), Float(c.z)
    )
  }

  @inline(__always) func apply(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    (m.0 * r + m.1 * g + m.2 * b, m.3 * r + m.4 * g + m.5 * b, m.6 * r + m.7 * g + m.8 * b)
  }

  /// Applies it to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    for i in 0..<count {
      let color = apply(tamed(unsafe rows.r[i]), tamed(unsafe rows.g[i]), tamed(unsafe rows.b[i]))
      unsafe rows.r[i] = color.0
      unsafe rows.g[i] = color.1
      unsafe rows.b[i] = color.2
    }
  }
}
