/// Determinants and inverses by cofactors, for any kind of element: numbers when a text is evaluated, values of the
/// typed form when it is compiled. The order of the operations is part of the functions' definition.
struct MatrixAlgebra<Element> {
  var add: (Element, Element) -> Element
  var subtract: (Element, Element) -> Element
  var multiply: (Element, Element) -> Element
  var divide: (Element, Element) -> Element
  var negate: (Element) -> Element

  /// The determinant of a square matrix stored by columns.
  func determinant(_ m: [Element], _ n: Int) -> Element {
    if n == 1 { return m[0] }
    if n == 2 { return subtract(multiply(m[0], m[3]), multiply(m[2], m[1])) }
    var sum = multiply(m[0], minor(m, n, 0, 0))
    for column in 1..<n {
      let term = multiply(m[column * n], minor(m, n, column, 0))
      sum = column % 2 == 0 ? add(sum, term) : subtract(sum, term)
    }
    return sum
  }

  func inverse(_ m: [Element], _ n: Int) -> [Element] {
    let whole = determinant(m, n)
    var result = m
    for column in 0..<n {
      for row in 0..<n {
        let cofactor = minor(m, n, row, column)
        result[column * n + row] = divide((row + column) % 2 == 0 ? cofactor : negate(cofactor), whole)
      }
    }
    return result
  }

  /// The determinant without one column and one row.
  private func minor(_ m: [Element], _ n: Int, _ column: Int, _ row: Int) -> Element {
    var rest: [Element] = []
    for c in 0..<n where c != column {
      for r in 0..<n where r != row { rest.append(m[c * n + r]) }
    }
    return determinant(rest, n - 1)
  }
}
