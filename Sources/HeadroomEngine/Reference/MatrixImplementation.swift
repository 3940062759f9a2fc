/// A point operation that is one colour matrix: data that the planner folds, and row code for what it does not fold. Straight
/// colour, unless a type states another rule.
package protocol MatrixImplementation: PointImplementation {
  func matrix(in space: WorkingSpace) -> ColorMatrix
}

extension MatrixImplementation {
  package var alphaRule: AlphaRule { .straight }
  package func colorMatrix(in space: WorkingSpace) -> ColorMatrix? { matrix(in: space) }
  package func makeStage(in space: WorkingSpace) -> RowStage { ColorMatrixStage.make(matrix(in: space)) }
  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    matrix(in: space).apply(pixels[0])
  }
}
