internal import HeadroomColor

extension Matrix3x3 {
  /// The matrix with every element multiplied by a factor.
  func scaled(by factor: Double) -> Matrix3x3 { Matrix3x3(rows: row0 * factor, row1 * factor, row2 * factor) }

  /// The sum with another matrix.
  func adding(_ other: Matrix3x3) -> Matrix3x3 {
    Matrix3x3(rows: row0 + other.row0, row1 + other.row1, row2 + other.row2)
  }

  /// This matrix where `share` is 0, the other where it is 1; interpolated between them and extrapolated beyond.
  func mixed(with other: Matrix3x3, share: Double) -> Matrix3x3 {
    adding(other.adding(scaled(by: -1)).scaled(by: share))
  }
}
