/// The tables of a repeated pattern for demosaicing, as rows of floats as long as a tile's.
///
/// Means of one colour are sums over its samples times the reciprocal of the sum of their weights. The reciprocals
/// repeat with the pattern.
struct CFAPatternTables: Sendable {
  let pattern: ColorFilterArray
  /// For each colour and row of the pattern: 1 where the colour is, 0 elsewhere.
  private let masks: FloatTable
  private let wideAcross: FloatTable
  private let wideDown: FloatTable
  private let around: FloatTable
  private let nearAcross: FloatTable
  private let nearDown: FloatTable

  /// Weights by distance: of the first means along a direction, of colour differences around a pixel, of differences along
  /// a direction.
  static let wide: [Float] = [1, 1, 0.25, 0.11, 0.06]
  static let soft: [Float] = [1, 0.70665, 0.24935, 0.04394]
  static let near: [Float] = [1, 1, 0.4, 0.15]

  init(_ pattern: ColorFilterArray) {
    self.pattern = pattern
    masks = Self.table(pattern) { plane, row, column in pattern.plane(row: row, column: column) == plane ? 1 : 0 }
    func norms(_ across: [Float], _ down: [Float]) -> FloatTable {
      Self.table(pattern) { plane, row, column in
        var sum: Float = 0
        for y in 1 - down.count..<down.count {
          for x in 1 - across.count..<across.count where pattern.plane(row: row + y, column: column + x) == plane {
            sum += across[abs(x)] * down[abs(y)]
          }
        }
        return sum > 0 ? 1 / sum : 0
      }
    }
    wideAcross = norms(Self.wide, [1])
    wideDown = norms([1], Self.wide)
    around = norms(Self.soft, Self.soft)
    nearAcross = norms(Self.near, [1])
    nearDown = norms([1], Self.near)
  }

  private static func table(
    _ pattern: ColorFilterArray, _ value: (_ plane: Int, _ row: Int, _ column: Int) -> Float
  ) -> FloatTable {
    FloatTable(
      (0..<3).flatMap { plane in
        (0..<pattern.rows).flatMap { row in (0..<CFATile.stride).map { value(plane, row, $0) } }
      })
  }

  private func row(_ table: FloatTable, _ plane: Int, _ y: Int) -> UnsafePointer<Float> {
    unsafe table.pointer(at: (plane * pattern.rows + y % pattern.rows) * CFATile.stride)
  }

  func mask(_ plane: Int, _ y: Int) -> UnsafePointer<Float> { unsafe row(masks, plane, y) }
  func wideNorm(_ plane: Int, _ y: Int, isDown: Bool) -> UnsafePointer<Float> {
    unsafe row(isDown ? wideDown : wideAcross, plane, y)
  }
  func aroundNorm(_ plane: Int, _ y: Int) -> UnsafePointer<Float> { unsafe row(around, plane, y) }
  func nearNorm(_ plane: Int, _ y: Int, isDown: Bool) -> UnsafePointer<Float> {
    unsafe row(isDown ? nearDown : nearAcross, plane, y)
  }
}
