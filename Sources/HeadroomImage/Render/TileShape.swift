/// The size of the pieces that workers take.
struct TileShape: Hashable, Sendable {
  var width: Int
  var height: Int

  /// Chains alone work row by row: long bands, whose rows lie side by side in memory. Plans with neighbourhoods or
  /// resampling get squares whose intermediates fit in the second-level cache, larger where the neighbourhood is wide,
  /// so that overlapping borders stay a small share.
  static func choose(for plan: RenderPlan, edge: Int?) -> TileShape {
    if let edge { return TileShape(width: edge, height: edge) }
    let halo = largestHalo(of: plan)
    guard let halo else { return TileShape(width: PixelRect.limit, height: 32) }
    var size = 256
    while size < 2 * halo, size < 2048 { size *= 2 }
    return TileShape(width: size, height: size)
  }

  /// The largest border that a tile's inputs have; nil when no step reads beyond its own pixels.
  private static func largestHalo(of plan: RenderPlan) -> Int? {
    var halo: Int?
    for step in plan.steps where !step.isMaterialised {
      switch step.kind {
      case .area(let operation, _):
        let probe = PixelRect(x: 0, y: 0, width: 256, height: 256)
        halo = max(halo ?? 0, operation.region(for: probe).width - 256)
      case .sample, .orthogonal: halo = halo ?? 0
      case .span, .reduction: break
      }
    }
    return halo
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
