/// A 3 by 3 matrix in double precision, row-major, applied to column vectors.
public struct Matrix3x3: Hashable, Sendable {
  /// The first row.
  public var row0: SIMD3<Double>
  /// The second row.
  public var row1: SIMD3<Double>
  /// The third row.
  public var row2: SIMD3<Double>

  /// Makes a matrix from its rows, first row first.
  public init(rows row0: SIMD3<Double>, _ row1: SIMD3<Double>, _ row2: SIMD3<Double>) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  /// Makes a matrix from its columns, first column first.
  public init(columns a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    self.init(rows: SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
  }

  /// Makes a matrix that scales each component.
  public init(diagonal d: SIMD3<Double>) {
    self.init(rows: SIMD3(d.x, 0, 0), SIMD3(0, d.y, 0), SIMD3(0, 0, d.z))
  }

  /// The matrix that changes nothing.
  public static let identity = Matrix3x3(diagonal: SIMD3(1, 1, 1))

  /// The rows, first row first.
  public var rows: [SIMD3<Double>] { [row0, row1, row2] }

  /// The columns, first column first.
  public var columns: [SIMD3<Double>] { transposed.rows }

  /// The element in `row` and `column`, both 0...2.
  public subscript(row: Int, column: Int) -> Double {
    get {
      switch row {
      case 0: row0[column]
      case 1: row1[column]
      default: row2[column]
      }
    }
    set {
      switch row {
      case 0: row0[column] = newValue
      case 1: row1[column] = newValue
      default: row2[column] = newValue
      }
    }
  }

  /// The matrix with rows and columns exchanged.
  public var transposed: Matrix3x3 { Matrix3x3(columns: row0, row1, row2) }

  /// The product of the matrix and a column vector.
  public func apply(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((row0 * v).sum(), (row1 * v).sum(), (row2 * v).sum())
  }

  /// The matrix that first applies `rhs`, then `lhs`.
  public static func * (lhs: Matrix3x3, rhs: Matrix3x3) -> Matrix3x3 {
    let c = rhs.transposed
    return Matrix3x3(columns: lhs.apply(c.row0), lhs.apply(c.row1), lhs.apply(c.row2))
  }

  /// The matrix with every element multiplied by `factor`.
  public static func * (lhs: Matrix3x3, factor: Double) -> Matrix3x3 {
    Matrix3x3(rows: lhs.row0 * factor, lhs.row1 * factor, lhs.row2 * factor)
  }

  /// The determinant.
  public var determinant: Double { (row0 * cross(row1, row2)).sum() }

  /// The inverse, or nil when the determinant is zero or not finite.
  public var inverse: Matrix3x3? {
    let d = determinant
    guard d.isFinite, d != 0 else { return nil }
    return Matrix3x3(columns: cross(row1, row2) / d, cross(row2, row0) / d, cross(row0, row1) / d)
  }
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
