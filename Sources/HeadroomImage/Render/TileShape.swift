/// The size of the pieces that workers take.
struct TileShape: Hashable, Sendable {
  var width: Int
  var height: Int

  /// Chains alone work row by row: long bands, whose rows lie side by side in memory. Plans with neighbourhoods or
  /// resampling get squares whose intermediates fit in the second-level cache, larger where the neighbourhood is wide,
  /// so that overlapping borders stay a small share.
  static func choose(for plan: RenderPlan, edge: Int?) -> TileShape {
    if let edge { return TileShape(width: edge, height: edge) }
    let reaches = plan.steps.filter { !$0.isMaterialised }.compactMap { Reach($0.kind) }
    guard let halo = reaches.map(\.halo).max() else { return TileShape(width: PixelRect.limit, height: 32) }
    var size = 256
    while size < 2 * halo, size < 2048 { size *= 2 }
    // A picture that is made much smaller reads many pixels for each of its own.
    let shrinking = reaches.map(\.inputPerOutput).max() ?? 1
    while size > 32, Double(size) * shrinking > 1024 { size /= 2 }
    return TileShape(width: size, height: size)
  }

  /// What a step reads of its input beyond its own pixels.
  private struct Reach {
    /// Pixels around, both sides together.
    var halo = 0
    /// Input pixels per output pixel along one axis.
    var inputPerOutput = 1.0

    /// Nil when the step reads its own pixels only.
    init?(_ kind: RenderPlan.StepKind) {
      switch kind {
      case .area(let operation, let inputs):
        for place in inputs.indices {
          func width(_ size: Int) -> Int {
            operation.region(for: PixelRect(x: 0, y: 0, width: size, height: size), ofInput: place).width
          }
          let (small, large) = (width(1024), width(2048))
          inputPerOutput = max(inputPerOutput, Double(large - small) / 1024)
          halo = max(halo, 2 * small - large)
        }
      case .warp, .orthogonal: break
      case .span, .reduction, .processor: return nil
      }
    }
  }

  /// The tiles of a region, row by row, anchored at its corner.
  func grid(over region: PixelRect) -> [PixelRect] {
    guard !region.isEmpty else { return [] }
    var tiles: [PixelRect] = []
    for y in stride(from: region.minY, to: region.maxY, by: height) {
      for x in stride(from: region.minX, to: region.maxX, by: min(width, region.width)) {
        tiles.append(
          PixelRect(x: x, y: y, width: min(width, region.width), height: height).intersection(region))
      }
    }
    // Bitmaps run from the top: rows of tiles are handed out in that order, so that the destination is filled
    // front to back.
    return tiles.reversed()
  }
}
