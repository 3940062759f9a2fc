internal import HeadroomPixels

/// Full-resolution colour of a 2 x 2 mosaic.
struct BayerDevelopment: Sendable {
  let source: MosaicSource
  /// A red pixel.
  private let red: (x: Int, y: Int)
  private let roots: RootEncoding

  init(source: MosaicSource, pattern: ColorFilterArray, roots: RootEncoding) {
    self.source = source
    self.roots = roots
    let first = pattern.planes.firstIndex(of: 0) ?? 0
    red = (first % 2, first / 2)
  }

  /// Develops a rectangle no larger than a tile's inside, in pixels of the active area.
  func render(_ rect: PixelRect, isDraft: Bool, tile: borrowing BayerTile, to target: ColorPlanes) {
    let margin = BayerTile.margin
    // One pixel more to the left and above where the tile would not start on a red pixel.
    let left = margin + ((rect.minX - margin - red.x) & 1)
    let top = margin + ((rect.minY - margin - red.y) & 1)
    let width = left + rect.width + margin
    let height = top + rect.height + margin
    let padded = PixelRect(x: rect.minX - left, y: rect.minY - top, width: width, height: height)
    let mosaic = unsafe tile.row(BayerTile.Plane.mosaic, 0)
    unsafe source.fill(padded, into: mosaic, stride: BayerTile.stride)
    for y in 0..<height {
      unsafe RootEncoding.encode(mosaic + y * BayerTile.stride, width, offset: roots.offset)
    }
    if isDraft {
      BayerGreen.runDraft(tile, width: width, height: height)
      BayerColor.oppositesDraft(tile, width: width, height: height)
    } else {
      BayerGreen.run(tile, width: width, height: height)
      BayerColor.opposites(tile, width: width, height: height)
    }
    // Even rows hold red beside green, odd rows blue.
    let offsets = [0, 2].map { BayerOffsets(roots, own: $0, isDraft: isDraft) }
    for y in 0..<rect.height {
      unsafe BayerColor.write(
        tile, y: top + y, from: left, count: rect.width, offsets[(top + y) & 1], to: target.moved(x: 0, y: y))
    }
  }
}
