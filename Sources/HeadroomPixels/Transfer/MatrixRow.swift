package import HeadroomColor

/// A 3 by 3 matrix over planar rows.
package enum MatrixRow {
  /// Multiplies each pixel, as a column vector, by the matrix, in place.
  package static func apply(
    _ matrix: Matrix3x3, _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>,
    _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (m00, m01, m02) = (Float(matrix[0, 0]), Float(matrix[0, 1]), Float(matrix[0, 2]))
    let (m10, m11, m12) = (Float(matrix[1, 0]), Float(matrix[1, 1]), Float(matrix[1, 2]))
    let (m20, m21, m22) = (Float(matrix[2, 0]), Float(matrix[2, 1]), Float(matrix[2, 2]))
    for i in 0..<count {
      let (x, y, z) = unsafe (r[i], g[i], b[i])
      unsafe r[i] = (m00 * x).addingProduct(m01, y).addingProduct(m02, z)
      unsafe g[i] = (m10 * x).addingProduct(m11, y).addingProduct(m12, z)
      unsafe b[i] = (m20 * x).addingProduct(m21, y).addingProduct(m22, z)
    }
  }
}
