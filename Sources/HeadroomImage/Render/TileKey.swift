internal import HeadroomPixels

/// What makes a tile of a result the same in two renders: equal nodes, equal numbers, the same place. The zoom level is the
/// node's, whose last step scales.
struct TileKey: Hashable, Sendable {
  let node: RecipeNode
  let destination: PlanDestination
  let format: PixelFormat
  let rect: PixelRect

  static func == (a: TileKey, b: TileKey) -> Bool {
    a.rect == b.rect && a.format == b.format && a.destination == b.destination && a.node.isSame(as: b.node)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(node.contentHash)
    hasher.combine(rect)
  }
}
