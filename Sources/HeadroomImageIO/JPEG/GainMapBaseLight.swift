internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// The light of a coded base at the places of a gain map's pixels, from the top: a gain there multiplies it.
final class GainMapBaseLight {
  /// Decoded rows of the base, and their mapping to rows of the map. It is read by many threads.
  struct Window: Sendable {
    fileprivate var rows: PixelBitmap
    fileprivate var light: LightConverter
    fileprivate let planes: Int
    fileprivate let mapWidth: Int
    fileprivate let offset: Float
    /// Pixels of the base for one of the map, each way.
    fileprivate let scale: Int
    /// Existing rows.
    fileprivate var count = 0
  }

  private let decoder: JPEGRowDecoder
  private let encoding: ColorEncoding
  private var next = 0
  private(set) var window: Window

  /// - Parameters:
  ///   - planes: of the map, 1 or 3.
  ///   - offset: added to the base's light.
  init(
    _ base: JPEGGainMapWriter.CodedBase, planes: Int, mapWidth: Int, offset: Float
  ) throws(ImageIOError) {
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let decoder = try JPEGRowDecoder(
      try JPEGStream(base.bytes, at: 0, limits: limits), part: "picture", allowPartial: false, scaleDenominator: 1,
      limits: limits)
    let rows = try Self.makeRows(decoder, 1)
    self.decoder = decoder
    encoding = base.encoding
    window = Window(
      rows: rows, light: LightConverter(rows, encoding: encoding), planes: planes, mapWidth: mapWidth, offset: offset,
      scale: (decoder.width + mapWidth - 1) / max(mapWidth, 1))
  }

  /// Decodes the base's rows that the next rows of the map need.
  func read(mapRows: Int) throws(ImageIOError) {
    let wanted = mapRows * window.scale
    if window.rows.height < wanted {
      window.rows = try Self.makeRows(decoder, wanted)
      window.light = LightConverter(window.rows, encoding: encoding)
    }
    window.count = min(wanted, decoder.height - next)
    try decoder.read(window.count, into: window.rows, row: 0)
    next += window.count
  }

  private static func makeRows(_ decoder: JPEGRowDecoder, _ count: Int) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: decoder.width, height: count, format: decoder.format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
  }
}

extension GainMapBaseLight.Window {
  /// The light at a row of the map, counted from the first of the window: of each channel, or the largest where one gain
  /// serves all; the mean where several pixels share a gain.
  func find(mapRow: Int, _ out: RowPointers) {
    for plane in 0..<planes { unsafe out.plane(plane).update(repeating: 0, count: mapWidth) }
    guard count > 0 else { return }
    let buffer = RowBuffer(capacity: rows.width)
    let here = unsafe buffer.rows
    let first = min(mapRow * scale, count - 1)
    let last = min(first + scale, count)
    for row in first..<last {
      unsafe light.read(row: row, x: 0, count: rows.width, into: here)
      if planes == 1 {
        for i in 0..<rows.width { unsafe here.r[i] = max(max(here.r[i], here.g[i]), here.b[i]) }
      }
      for plane in 0..<planes { unsafe add(here.plane(plane), to: out.plane(plane), share: 1 / Float(last - first)) }
    }
    for plane in 0..<planes {
      let values = unsafe out.plane(plane)
      for i in 0..<mapWidth { unsafe values[i] = max(values[i], 0) + offset }
    }
  }

  private func add(_ row: UnsafePointer<Float>, to out: UnsafeMutablePointer<Float>, share: Float) {
    if scale == 1 {
      for i in 0..<mapWidth { unsafe out[i] += share * row[i] }
      return
    }
    for i in 0..<mapWidth {
      let (start, end) = (min(i * scale, rows.width - 1), min((i + 1) * scale, rows.width))
      var sum: Float = 0
      for x in start..<end { unsafe sum += row[x] }
      unsafe out[i] += share * sum / Float(end - start)
    }
  }
}
