internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImageIO
internal import HeadroomPixels

/// Fills bitmaps with a developed sensor's light, a few rows at a time on all threads.
struct RAWBands: Sendable {
  let development: SensorDevelopment
  /// The matrix from the camera's balanced colours to the development's space.
  let matrix: Matrix3x3
  let reduction: Int
  let quality: SensorDevelopment.Quality
  let noise: NoiseReduction?
  let clipsHighlights: Bool
  /// The size of the picture at this reduction.
  let width: Int
  let height: Int
  let pool: ThreadPool = .shared

  /// The number of rows that are developed at a time: enough for all threads to share, with little memory. A whole
  /// number of tiles of Bayer demosaicing and of noise reduction, since partial tiles cost more than their share.
  static let bandRows = 320

  /// - Parameters:
  ///   - rect: pixels to fill, rows from the top of the picture.
  ///   - firstRow: the picture's row at the bitmap's first row.
  func fill(_ bitmap: PixelBitmap, _ rect: PixelRect, firstRow: Int) throws(ImageIOError) {
    let area = noise == nil ? rect : rect.aligned(to: Self.tile).intersection(size)
    let light = try BandPlanes(rect: BandPlanes.largest(in: area, halo: halo, size))
    let clean = noise == nil ? light : try BandPlanes(rect: BandPlanes.largest(in: area, halo: 0, size))
    for first in stride(from: area.minY, to: area.maxY, by: Self.bandRows) {
      let band = PixelRect(columns: area.columns, rows: first..<min(first + Self.bandRows, area.maxY))
      light.rect = band.expanded(dx: halo, dy: halo).intersection(size)
      clean.rect = noise == nil ? light.rect : band
      unsafe render(light.rect, into: light.planes)
      reduceNoise(of: light, into: clean)
      pack(clean, band.intersection(rect), bitmap, firstRow)
      try TaskContext.check()
    }
  }

  private var size: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
  private var halo: Int { noise?.halo ?? 0 }

  /// Noise is removed in pieces of this size at fixed positions: the sums behind the means run through each piece, so
  /// other pieces would give other last bits.
  private static let tile = (width: 256, height: 64)

  private func render(_ rect: PixelRect, into planes: ColorPlanes) {
    switch reduction {
    case 1: unsafe development.render(rect, into: planes, quality: quality)
    case 2: unsafe development.renderHalf(rect, into: planes)
    default: unsafe development.renderQuarter(rect, into: planes, quality: quality)
    }
  }

  private func reduceNoise(of light: BandPlanes, into clean: BandPlanes) {
    guard let noise else { return }
    let tiles = clean.rect.pieces(Self.tile)
    pool.concurrentPerform(tiles.count) { index in
      if TaskContext.isCancelled { return }
      let place = tiles[index]
      let target = unsafe clean.planes.moved(x: place.minX - clean.rect.minX, y: place.minY - clean.rect.minY)
      unsafe noise.apply(light.planes, of: light.rect, to: place, into: target)
    }
  }

  private func pack(_ band: BandPlanes, _ rect: PixelRect, _ bitmap: PixelBitmap, _ firstRow: Int) {
    let parts = rect.pieces((width: rect.width, height: 16))
    pool.concurrentPerform(parts.count) { index in
      let part = parts[index]
      for y in part.minY..<part.maxY {
        let line = unsafe band.row(x: part.minX, y: y)
        if clipsHighlights { for plane in 0..<3 { unsafe clip(line.plane(plane), part.width) } }
        unsafe MatrixRow.apply(matrix, line.r, line.g, line.b, part.width)
        unsafe RowCodec.pack(line, count: part.width, into: bitmap, row: y - firstRow, x: part.minX)
      }
    }
  }

  /// Overexposed colours that are not rebuilt become white: beyond the level at which the first channel clips they are
  /// not meaningful colours.
  private func clip(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    let end = development.saturation
    for x in 0..<count { unsafe row[x] = smaller(row[x], end) }
  }
}

extension PixelRect {
  /// The smallest enclosing rectangle whose edges are multiples of the tile's size.
  fileprivate func aligned(to tile: (width: Int, height: Int)) -> PixelRect {
    PixelRect(
      minX: minX / tile.width * tile.width, minY: minY / tile.height * tile.height,
      maxX: (maxX + tile.width - 1) / tile.width * tile.width,
      maxY: (maxY + tile.height - 1) / tile.height * tile.height)
  }

  /// Splits it into pieces of a size from the upper left corner on.
  fileprivate func pieces(_ tile: (width: Int, height: Int)) -> [PixelRect] {
    stride(from: minY, to: maxY, by: max(tile.height, 1)).flatMap { y in
      stride(from: minX, to: maxX, by: max(tile.width, 1)).map { x in
        PixelRect(minX: x, minY: y, maxX: Swift.min(x + tile.width, maxX), maxY: Swift.min(y + tile.height, maxY))
      }
    }
  }
}

/// Memory for the rows of a band, in three planes, and a row of ones for alpha.
// Sendable: the rectangle changes between jobs, and every part of a job has its own pixels.
@safe private final class BandPlanes: @unchecked Sendable {
  /// The pixels that it holds now.
  var rect: PixelRect
  private let memory: PixelBitmap
  private let stride: Int
  private let height: Int

  /// - Parameter rect: the largest rectangle that it must hold.
  init(rect: PixelRect) throws(ImageIOError) {
    do {
      memory = try PixelBitmap(width: rect.width, height: 3 * rect.height + 1, format: .grayFloat)
    } catch {
      throw ImageIOError(error)
    }
    self.rect = rect
    stride = memory.rowBytes / MemoryLayout<Float>.stride
    height = rect.height
    let ones = unsafe line(3 * height)
    for x in 0..<rect.width { unsafe ones[x] = 1 }
  }

  static func largest(in area: PixelRect, halo: Int, _ size: PixelRect) -> PixelRect {
    let wide = area.expanded(dx: halo, dy: 0).intersection(size)
    let rows = min(min(RAWBands.bandRows, area.height) + 2 * halo, size.height)
    return PixelRect(x: wide.minX, y: 0, width: wide.width, height: rows)
  }

  private func line(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe memory.rowAddress(index).assumingMemoryBound(to: Float.self)
  }

  var planes: ColorPlanes {
    unsafe ColorPlanes(red: line(0), green: line(height), blue: line(2 * height), stride: stride)
  }

  func row(x: Int, y: Int) -> RowPointers {
    let (column, row) = (x - rect.minX, y - rect.minY)
    return unsafe RowPointers(
      r: line(row) + column, g: line(height + row) + column, b: line(2 * height + row) + column, a: line(3 * height))
  }
}

/// A developed sensor's light from the top, a few rows at a time.
final class RAWRows: StillRowSource {
  private let bands: RAWBands
  private var next = 0

  init(_ bands: RAWBands) { self.bands = bands }

  var width: Int { bands.width }
  var height: Int { bands.height }

  var format: PixelFormat { .rgbFloat }
  var alpha: AlphaMode { .opaque }
  /// The numbers are the development's own; see ``RAWSource``.
  var encoding: ColorEncoding { RAWRecipe.encoding }
  var rowGroup: Int { RAWBands.bandRows }
  var warnings: [String] { [] }
  var isPartial: Bool { false }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    let rect = PixelRect(x: 0, y: next, width: width, height: min(count, height - next))
    try bands.fill(bitmap, rect, firstRow: next - row)
    next += rect.height
  }
}
