public import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

/// Tiles of images for a view that scrolls, zooms and follows sliders.
///
/// ```swift
/// let tiles = ImageTiles(context: context, format: .RGBAh, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
/// for try await tile in tiles.tiles(of: edited, level: 1, visible: view.bounds, margin: 1) { view.draw(tile) }
/// ```
///
/// The context keeps tiles with its other pixels under its memory limit: the least recently used ones go first, and all
/// of them when memory is short. So scrolling computes only tiles that come into view, and a return to a zoom level or
/// an earlier image finds existing tiles. When a slider moves, tiles are computed anew, but results in front of the
/// changing node are kept (`cacheIntermediates`).
///
/// Use one per view: each request replaces the one before. Pixels are those of
/// ``CIContext/createCGImage(_:from:format:colorSpace:)``, whatever the tiles. It may be shared between threads.
public final class ImageTiles: Sendable {
  /// Pixels of a tile's side.
  public let tileSize: Int
  /// How a tile's pixels are stored.
  public let format: CIFormat
  /// The space of a tile's numbers; nil leaves those of the working space.
  public let colorSpace: CGColorSpace?

  private let context: CIContext
  private let newest = Mutex<RenderTask?>(nil)

  /// Tiles of 16 to 4,096 pixels.
  private static let sizes = 16...4096
  /// The most tiles of one request.
  private static let mostTiles = 1 << 16
  /// Zoom levels: from 16 times as large to a millionth.
  private static let levels = -4...20

  /// - Parameters:
  ///   - context: renders and keeps the tiles.
  ///   - format: how pixels are stored.
  ///   - colorSpace: the space of the numbers; nil leaves those of the working space.
  ///   - tileSize: pixels of a tile's side, clamped to 16...4096.
  public init(context: CIContext, format: CIFormat, colorSpace: CGColorSpace?, tileSize: Int = 256) {
    self.context = context
    self.format = format
    self.colorSpace = colorSpace
    self.tileSize = min(max(tileSize, Self.sizes.lowerBound), Self.sizes.upperBound)
  }

  /// The tiles that a view needs now: visible ones first, and among these the kept ones first.
  ///
  /// - Parameters:
  ///   - image: what the view shows.
  ///   - level: the zoom level: 0 is the image as it is, 1 half its size, -1 twice. Clamped to -4...20.
  ///   - visible: what the view shows, in pixels of the level, y up.
  ///   - margin: tiles around the visible ones that come after them; below 0 counts as 0.
  /// - Returns: the tiles. It ends with `RenderError.cancelled` when the next request comes, with
  ///   `RenderError.infiniteExtent` where both `visible` and the image are infinite, and with
  ///   `RenderError.tooLarge(width:height:)` beyond 65,536 tiles. The work stops when the reader does.
  public func tiles(
    of image: CIImage, level: Int = 0, visible: CGRect, margin: Int = 0
  ) -> AsyncThrowingStream<ImageTile, any Error> {
    let task = begin()
    return AsyncThrowingStream { continuation in
      continuation.onTermination = { _ in task.cancel() }
      (context.settings.isLowPriority ? BackgroundThreads.low : .shared).run { [self] in
        do {
          try throwingOwnErrors {
            try run(image, level, visible, margin, task) { tile in continuation.yield(tile) }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  /// As ``tiles(of:level:visible:margin:)`` on the calling thread.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - level: the zoom level: a tile's pixel stands for 2^level pixels of the picture along each axis.
  ///   - visible: the visible rectangle, in pixels of the level.
  ///   - margin: tiles around it that are computed afterwards.
  ///   - body: called with each tile.
  /// - Throws: `RenderError`, and errors of image processors.
  public func forEachTile(
    of image: CIImage, level: Int = 0, visible: CGRect, margin: Int = 0, _ body: (ImageTile) -> Void
  ) throws {
    let task = begin()
    try throwingOwnErrors { try run(image, level, visible, margin, task, body) }
  }

  /// The newest request wins.
  private func begin() -> RenderTask {
    let task = RenderTask()
    let older = newest.withLock { newest in
      defer { newest = task }
      return newest
    }
    older?.cancel()
    return task
  }

  private func run(
    _ image: CIImage, _ level: Int, _ visible: CGRect, _ margin: Int, _ task: RenderTask, _ deliver: (ImageTile) -> Void
  ) throws(RenderError) {
    let picture = LevelPicture(image, level: min(max(level, Self.levels.lowerBound), Self.levels.upperBound))
    let (seen, around) = try places(in: visible, margin: margin, of: picture)
    for places in [seen, around] {
      var missing: [TileGrid.Place] = []
      for place in places {
        if let bitmap = context.kept.tile(key(place, picture)) {
          deliver(tile(place, picture, bitmap, isKept: true))
        } else {
          missing.append(place)
        }
      }
      for block in grid.blocks(of: missing) { try render(block, of: picture, task, deliver) }
    }
    try task.check()
  }

  private var grid: TileGrid { TileGrid(size: tileSize) }

  /// The tiles of the picture that are visible, and those around them.
  private func places(
    in visible: CGRect, margin: Int, of picture: LevelPicture
  ) throws(RenderError) -> (seen: [TileGrid.Place], around: [TileGrid.Place]) {
    let rect = PixelRect(enclosing: visible)
    let margin = min(max(margin, 0), Self.mostTiles) * tileSize
    let (inner, outer) = (
      rect.intersection(picture.extent), rect.expanded(dx: margin, dy: margin).intersection(picture.extent)
    )
    guard !outer.isInfinite else { throw .infiniteExtent }
    let (seen, all) = (grid.block(touching: inner), grid.block(touching: outer))
    guard all.columns.count <= Self.mostTiles, all.rows.count <= Self.mostTiles / max(all.columns.count, 1) else {
      throw .tooLarge(width: outer.width, height: outer.height)
    }
    let isSeen = { (place: TileGrid.Place) in seen.columns.contains(place.column) && seen.rows.contains(place.row) }
    return (seen.places, all.places.filter { !isSeen($0) })
  }

  private func render(
    _ block: TileGrid.Block, of picture: LevelPicture, _ task: RenderTask, _ deliver: (ImageTile) -> Void
  ) throws(RenderError) {
    try task.check()
    let rect = grid.rect(block)
    let bitmap = try context.bitmap(
      picture.image, region: rect, format: format.pixelFormat, encoding: colorSpace?.encoding, task: task)
    for place in block.places {
      guard let part = bitmap.part(grid.rect(place), of: rect) else { continue }
      // A separate copy, so that it can be freed independently of its neighbours.
      let pixels = block.places.count == 1 ? bitmap : try part.copied()
      if picture.image.node.isConstant { context.kept.keep(pixels, of: key(place, picture)) }
      deliver(tile(place, picture, pixels, isKept: false))
    }
  }

  private func key(_ place: TileGrid.Place, _ picture: LevelPicture) -> TileKey {
    let mode = context.outputAlpha(format.pixelFormat, nil)
    let destination = PlanDestination(
      encoding: colorSpace?.encoding, isPremultiplied: mode == .premultiplied, isOpaque: mode == .opaque)
    return TileKey(
      node: picture.image.node, destination: destination, format: format.pixelFormat, rect: grid.rect(place))
  }

  private func tile(
    _ place: TileGrid.Place, _ picture: LevelPicture, _ bitmap: PixelBitmap, isKept: Bool
  ) -> ImageTile {
    let isHDR = colorSpace?.isHDR() ?? false
    let image = CGImage(
      bitmap: bitmap, colorSpace: colorSpace,
      contentHeadroom: colorSpace == nil ? 0 : isHDR ? picture.image.contentHeadroom : 1,
      contentAverageLightLevel: isHDR ? picture.image.contentAverageLightLevel : 0)
    return ImageTile(
      level: picture.level, column: place.column, row: place.row, rect: grid.rect(place).cgRect, image: image,
      isKept: isKept)
  }
}

/// An image at a zoom level.
private struct LevelPicture {
  let image: CIImage
  let level: Int
  let extent: PixelRect

  init(_ image: CIImage, level: Int) {
    self.level = level
    let scale = CGFloat(sign: .plus, exponent: -level, significand: 1)
    self.image = level == 0 ? image : image.transformed(by: CGAffineTransform(scaleX: scale, y: scale))
    extent = PixelRect(enclosing: self.image.extent)
  }
}

extension PixelBitmap {
  /// The same pixels in separate memory.
  fileprivate func copied() throws(RenderError) -> PixelBitmap {
    let copy: PixelBitmap
    do throws(PixelError) {
      copy = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
    } catch {
      throw RenderError(error, width: width, height: height)
    }
    for row in 0..<height {
      unsafe copy.rowAddress(row).copyMemory(from: rowAddress(row), byteCount: width * format.bytesPerPixel)
    }
    return copy
  }
}
