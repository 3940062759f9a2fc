import HeadroomPixels

/// The pixels that a weighted mean reads: NaN is 0, edges are repeated or transparent, and alpha need not be computed where
/// every alpha in sight is exactly 1, since the weights sum to exactly 1 in the order they are added.
@unsafe
struct WeightedWindow {
  let tile: Tile
  private let isOpaque: Bool

  init(_ input: Tile, over rect: PixelRect, _ edge: EdgeMode, scratch: ScratchArena) {
    let clean = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    unsafe isOpaque = unsafe (edge != .zero || clean.rect.contains(rect)) && TileInspection.isOpaque(clean)
    unsafe tile = unsafe clean.extended(to: rect, edge, scratch: scratch)
  }

  /// The planes to compute, from the first.
  var planeCount: Int { unsafe isOpaque ? 3 : 4 }

  /// Fills in the plane that was left out.
  func finish(_ output: Tile) {
    guard unsafe isOpaque else { return }
    let rect = unsafe output.rect
    for y in rect.minY..<rect.maxY { unsafe output.row(3, y: y).update(repeating: 1, count: rect.width) }
  }
}

extension Pixel {
  init(_ values: SIMD4<Double>) {
    self.init(r: Float(values.x), g: Float(values.y), b: Float(values.z), a: Float(values.w))
  }

  /// The channels, with 0 for NaN.
  var withoutNaN: SIMD4<Double> {
    let values = SIMD4(Double(r), Double(g), Double(b), Double(a))
    return values.replacing(with: 0, where: values .!= values)
  }
}
