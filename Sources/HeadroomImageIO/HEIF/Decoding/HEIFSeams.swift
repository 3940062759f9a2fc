internal import HeadroomContainers
internal import HeadroomPixels

/// The seams between the tiles of a grid.
///
/// Tiles become pixels one by one, each as if its edge were the picture's, so that no plane of the whole
/// picture is needed. At an edge this is wrong by a quarter of a chroma step, because the neighbour's chroma
/// belongs in the interpolation. So a strip of four rows or columns of samples is kept around each seam, and
/// its middle two are converted again.
struct HEIFSeams: Sendable {
  /// A strip around one seam.
  private struct Strip: Sendable {
    let planes: PlanarPicture
    /// Place of the first sample after the seam.
    let position: Int
  }

  private let down: [Strip]
  private let across: [Strip]
  private let tileWidth: Int
  private let tileHeight: Int

  /// Luma samples kept on each side.
  private static let margin = 2

  /// Strips for a plan; none where chroma has full resolution, or does not end where tiles end.
  ///
  /// - Parameter onlyRows: whether only the seams between rows of tiles are wanted.
  init(_ plan: HEIFPlan, coding: PlanarPicture.Coding, onlyRows: Bool = false) throws(ImageIOError) {
    tileWidth = plan.tileWidth
    tileHeight = plan.tileHeight
    let sampling = plan.subsampling
    guard tileWidth % 2 == 0, tileHeight % 2 == 0, tileWidth >= 4, tileHeight >= 4 else {
      (down, across) = ([], [])
      return
    }
    func strips(_ tile: Int, _ length: Int, _ isHalved: Bool, _ isUpright: Bool) throws(ImageIOError) -> [Strip] {
      var strips: [Strip] = []
      guard isHalved else { return [] }
      for position in stride(from: tile, to: length, by: tile) {
        let size = isUpright ? (2 * Self.margin, plan.height) : (plan.width, 2 * Self.margin)
        let planes = try ImageIOError.pixels { () throws(PixelError) in
          try PlanarPicture(
            width: size.0, height: size.1, bitDepth: plan.bitDepth, subsampling: sampling, coding: coding)
        }
        strips.append(Strip(planes: planes, position: position))
      }
      return strips
    }
    down = try strips(tileWidth, plan.width, sampling.horizontal == 2 && !onlyRows, true)
    across = try strips(tileHeight, plan.height, sampling.vertical == 2, false)
  }

  /// Keeps the parts of a tile's planes that the strips need. Tiles may come in any order and at the same time.
  func keep(_ view: PlanarPicture, x: Int, y: Int) {
    let planes = view.planes
    for strip in down where strip.position == x || strip.position == x + tileWidth {
      let isBehind = strip.position == x
      for index in planes.indices {
        let width = index == 0 ? Self.margin : Self.margin / 2
        let rows = min(planes[index].height, strip.planes.size(ofPlane: index).height - planeRow(y, index, strip))
        let from = isBehind ? 0 : (index == 0 ? tileWidth : tileWidth / 2) - width
        let place = isBehind ? width : 0
        copy(view, strip, index, from, 0, place, planeRow(y, index, strip), width, rows)
      }
    }
    for strip in across where strip.position == y || strip.position == y + tileHeight {
      let isBehind = strip.position == y
      for index in planes.indices {
        let rows = index == 0 ? Self.margin : Self.margin / 2
        let column = index == 0 ? x : x / 2
        let width = min(planes[index].width, strip.planes.size(ofPlane: index).width - column)
        let from = isBehind ? 0 : (index == 0 ? tileHeight : tileHeight / 2) - rows
        copy(view, strip, index, 0, from, column, isBehind ? rows : 0, width, rows)
      }
    }
  }

  private func planeRow(_ row: Int, _ index: Int, _ strip: Strip) -> Int {
    index == 0 ? row : row / strip.planes.subsampling.vertical
  }

  /// Copies a rectangle of samples from a tile to a strip.
  private func copy(
    _ view: PlanarPicture, _ strip: Strip, _ index: Int, _ fromX: Int, _ fromY: Int, _ x: Int, _ y: Int, _ width: Int,
    _ rows: Int
  ) {
    guard width > 0, rows > 0 else { return }
    let size = view.bytesPerSample
    for row in 0..<rows {
      let source = unsafe view.rowAddress(fromY + row, plane: index) + fromX * size
      let target = unsafe strip.planes.rowAddress(y + row, plane: index) + x * size
      unsafe target.copyMemory(from: source, byteCount: width * size)
    }
  }

  /// Rewrites the pixels on both sides of every seam.
  func repair(_ bitmap: PixelBitmap, _ converter: YCbCrConverter) throws(ImageIOError) {
    for strip in down {
      let pixels = try convert(strip, like: bitmap, converter)
      put(pixels, x: Self.margin - 1, y: 0, into: bitmap, x: strip.position - 1, y: 0, width: 2, height: bitmap.height)
    }
    for strip in across {
      let pixels = try convert(strip, like: bitmap, converter)
      put(pixels, x: 0, y: Self.margin - 1, into: bitmap, x: 0, y: strip.position - 1, width: bitmap.width, height: 2)
    }
  }

  /// Whether rows of tiles have seams between them.
  var hasRows: Bool { !across.isEmpty }

  /// Rewrites the two rows of pixels that touch in the seam above the row of tiles at `position`, into the
  /// first two rows of `bitmap`.
  func repairRows(at position: Int, of bitmap: PixelBitmap, _ converter: YCbCrConverter) throws(ImageIOError) {
    guard let strip = across.first(where: { $0.position == position }) else { return }
    let pixels = try convert(strip, like: bitmap, converter)
    put(pixels, x: 0, y: Self.margin - 1, into: bitmap, x: 0, y: 0, width: bitmap.width, height: 2)
  }

  private func convert(
    _ strip: Strip, like bitmap: PixelBitmap, _ converter: YCbCrConverter
  ) throws(ImageIOError) -> PixelBitmap {
    let pixels = try ImageIOError.pixels { () throws(PixelError) in
      try PixelBitmap(
        width: strip.planes.width, height: strip.planes.height, format: bitmap.format, alpha: .straight)
    }
    converter.convert(strip.planes, into: pixels, isConcurrent: true)
    try TaskContext.check()
    return pixels
  }

  private func put(
    _ pixels: PixelBitmap, x fromX: Int, y fromY: Int, into bitmap: PixelBitmap, x: Int, y: Int, width: Int, height: Int
  ) {
    let size = bitmap.format.bytesPerPixel
    for row in 0..<min(height, bitmap.height - y) {
      let source = unsafe pixels.rowAddress(fromY + row) + fromX * size
      let target = unsafe bitmap.rowAddress(y + row) + x * size
      unsafe target.copyMemory(from: source, byteCount: min(width, bitmap.width - x) * size)
    }
  }
}
