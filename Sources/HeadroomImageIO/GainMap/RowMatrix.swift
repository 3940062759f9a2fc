internal import HeadroomColor
internal import HeadroomPixels

/// A 3x3 matrix for linear rows.
struct RowMatrix: Sendable {
  private let first: SIMD3<Float>
  private let second: SIMD3<Float>
  private let third: SIMD3<Float>

  init(_ matrix: Matrix3x3) {
    first = SIMD3<Float>(SIMD3(matrix[0, 0], matrix[0, 1], matrix[0, 2]))
    second = SIMD3<Float>(SIMD3(matrix[1, 0], matrix[1, 1], matrix[1, 2]))
    third = SIMD3<Float>(SIMD3(matrix[2, 0], matrix[2, 1], matrix[2, 2]))
  }

  /// Changes `count` pixels in place.
  func apply(_ rows: RowPointers, count: Int) {
    let (a, b, c) = (first, second, third)
    for i in 0..<count {
      let red = unsafe rows.r[i]
      let green = unsafe rows.g[i]
      let blue = unsafe rows.b[i]
      unsafe rows.r[i] = a.x * red + a.y * green + a.z * blue
      unsafe rows.g[i] = b.x * red + b.y * green + b.z * blue
      unsafe rows.b[i] = c.x * red + c.y * green + c.z * blue
    }
  }
}
