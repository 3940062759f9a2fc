import HeadroomEngine
import HeadroomPixels

/// The pixels that a weighted mean reads. They are `Summable`; edges are repeated or transparent; parts surrounded by
/// zeros are zero; and alpha need not be computed where every alpha in the window is exactly 1, since the weights sum
/// to exactly 1 in the order in which they are added.
@unsafe
struct WeightedWindow {
  let tile: Tile
  private let isOpaque: Bool
  private let occupancy: Occupancy

  init(_ input: Tile, over rect: PixelRect, _ edge: EdgeMode, scratch: ScratchArena) {
    unsafe self.init(input, over: rect, edge, required: rect, scratch: scratch)
  }

  /// The same for callers that fill in edges while they read rows (`EdgedRows`).
  ///
  /// - Parameter required: the pixels that the tile must contain in any case, such as all of the output's.
  init(_ input: Tile, over rect: PixelRect, _ edge: EdgeMode, required: PixelRect, scratch: ScratchArena) {
    // The gap between the two would be filled too: it is empty where they touch, and may be huge where they do not.
    let touches = unsafe !required.intersection(input.rect).isEmpty
    let wanted = unsafe touches ? required.union(input.rect) : rect
    let input = unsafe input.extended(to: wanted, edge, scratch: scratch)
    let found = unsafe Occupancy(input, scratch: scratch)
    unsafe tile = unsafe found.isSummable ? input : TileInspection.summable(input, scratch: scratch)
    unsafe isOpaque = unsafe TileInspection.isOpaque(tile, over: rect, edge)
    unsafe occupancy = unsafe found
  }

  /// Computes a tile plane by plane, and skips parts with only zeros around them.
  ///
  /// - Parameters:
  ///   - window: the rectangle that a part of the output reads.
  ///   - body: computes one plane of a part.
  func compute(_ output: Tile, reading window: (PixelRect) -> PixelRect, _ body: (_ part: Tile, _ plane: Int) -> Void) {
    unsafe occupancy.cut(output.rect, window: window) { rect, isEmpty in
      let part = unsafe output.part(rect)
      if isEmpty { return unsafe part.clear() }
      for plane in unsafe 0..<(isOpaque ? 3 : 4) { unsafe body(part, plane) }
      if unsafe isOpaque { unsafe part.fillAlpha() }
    }
  }
}
