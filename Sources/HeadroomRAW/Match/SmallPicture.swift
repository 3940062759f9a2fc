package import HeadroomColor
package import HeadroomPixels

/// A picture of some tens of thousands of pixels in three planes of floats, rows from the top, for comparing a
/// development with a camera's preview.
package struct SmallPicture: Sendable {
  package let width: Int
  package let height: Int
  package var red: [Float]
  package var green: [Float]
  package var blue: [Float]

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    red = [Float](repeating: 0, count: width * height)
    (green, blue) = (red, red)
  }

  package var count: Int { width * height }

  package subscript(index: Int) -> SIMD3<Float> {
    get { SIMD3(red[index], green[index], blue[index]) }
    set { (red[index], green[index], blue[index]) = (newValue.x, newValue.y, newValue.z) }
  }

  package func mapped(_ change: (SIMD3<Float>) -> SIMD3<Float>) -> SmallPicture {
    var result = self
    for index in 0..<count { result[index] = change(self[index]) }
    return result
  }

  /// Converted to other primaries, or from a camera's colours.
  package func converted(by matrix: Matrix3x3) -> SmallPicture {
    let rows = matrix.rows.map { SIMD3<Float>($0) }
    return mapped { SIMD3((rows[0] * $0).sum(), (rows[1] * $0).sum(), (rows[2] * $0).sum()) }
  }

  /// Applies a kernel to its rows in place.
  package mutating func forEachRow(_ body: (_ row: RowPointers, _ y: Int) -> Void) {
    let (width, height) = (width, height)
    var alpha = [Float](repeating: 1, count: width)
    unsafe red.withUnsafeMutableBufferPointer { red in
      unsafe green.withUnsafeMutableBufferPointer { green in
        unsafe blue.withUnsafeMutableBufferPointer { blue in
          unsafe alpha.withUnsafeMutableBufferPointer { alpha in
            guard let r = red.baseAddress, let g = green.baseAddress, let b = blue.baseAddress,
              let a = alpha.baseAddress
            else { return }
            for y in 0..<height {
              let start = y * width
              unsafe body(RowPointers(r: r + start, g: g + start, b: b + start, a: a), y)
            }
          }
        }
      }
    }
  }
}
