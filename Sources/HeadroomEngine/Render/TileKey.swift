package import HeadroomPixels

/// Identifies a tile of a result across renders: equal nodes, equal numbers, the same place. The node includes the zoom
/// level: its last step scales.
package struct TileKey: Hashable, Sendable {
  package let node: RecipeNode
  package let destination: PlanDestination
  package let format: PixelFormat
  package let rect: PixelRect

  package init(node: RecipeNode, destination: PlanDestination, format: PixelFormat, rect: PixelRect) {
    self.node = node
    self.destination = destination
    self.format = format
    self.rect = rect
  }

  package static func == (a: TileKey, b: TileKey) -> Bool {
    a.rect == b.rect && a.format == b.format && a.destination == b.destination && a.node.isSame(as: b.node)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(node.contentHash)
    hasher.combine(rect)
  }
}
