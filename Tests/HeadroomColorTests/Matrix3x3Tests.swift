internal import HeadroomColor
internal import Testing

@Suite struct Matrix3x3Tests {
  let matrix = Matrix3x3(rows: [1, 2, 3], [0, 1, 4], [5, 6, 0])

  @Test func `A matrix has rows, columns and elements in row-major order`() {
    #expect(matrix.columns == [[1, 0, 5], [2, 1, 6], [3, 4, 0]])
    #expect(matrix[1, 2] == 4 && matrix[2, 0] == 5)
    #expect(matrix.transposed.transposed == matrix)
    var changed = matrix
    changed[0, 2] = 9
    changed[2, 2] = 7
    #expect(changed.rows == [[1, 2, 9], [0, 1, 4], [5, 6, 7]])
  }

  @Test func `The product applies the right matrix first`() {
    let scale = Matrix3x3(diagonal: SIMD3(2, 3, 4))
    let vector = SIMD3(1.0, -1, 2)
    #expect((matrix * scale).apply(vector) == matrix.apply(scale.apply(vector)))
  }

  @Test func `The inverse is exact for whole numbers, and a singular matrix has none`() {
    #expect(matrix.determinant == 1)
    #expect(matrix.inverse == Matrix3x3(rows: [-24, 18, 5], [20, -15, -4], [-5, 4, 1]))
    #expect(Matrix3x3(rows: [1, 2, 3], [2, 4, 6], [0, 0, 1]).inverse == nil)
    #expect(Matrix3x3(diagonal: SIMD3(1, .infinity, 1)).inverse == nil)
  }
}
