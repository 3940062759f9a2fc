/// A step's operation as the tile renderer runs it.
enum StepOperation: Sendable {
  case area(any TileArea)
  case warp(any TileWarp)
  case processor(any TileProcessor)
  case reduction(any TileReduction)

  /// Nil for steps without an operation.
  static func make(_ kind: RenderPlan.StepKind, in space: WorkingSpace) throws(RenderError) -> StepOperation? {
    func missing(_ operation: any Operation) -> RenderError {
      .notImplemented(operation: operation.fingerprint.name)
    }
    switch kind {
    case .area(let operation, _):
      guard let area = operation.ready(in: space) as? any TileArea else { throw missing(operation) }
      return .area(area)
    case .warp(let operation, _, _):
      guard let warp = operation.ready(in: space) as? any TileWarp else { throw missing(operation) }
      return .warp(warp)
    case .processor(let operation, _):
      guard let processor = operation.ready(in: space) as? any TileProcessor else { throw missing(operation) }
      return .processor(processor)
    case .reduction(let operation, _):
      guard let reduction = operation.ready(in: space) as? any TileReduction else { throw missing(operation) }
      return .reduction(reduction)
    case .span, .orthogonal: return nil
    }
  }
}
