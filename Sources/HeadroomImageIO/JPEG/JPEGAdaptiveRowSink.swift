internal import HeadroomColor
internal import HeadroomPixels

/// A JPEG file with a gain map that is computed while the rows of its two renditions go by.
///
/// The base's bytes are kept until the map is there: what stands before them says how long the map is, and the map makes
/// up for what they have lost.
final class JPEGAdaptiveRowSink: AdaptiveRowSink {
  private let header: StillHeader
  private let options: EncodeOptions
  private let output: any ByteSink
  private let encoder: JPEGEncoder
  private let accumulator: GainMapAccumulator
  private let alternate: AlternateHeader
  private var spool: [[UInt8]] = []
  private var baseRows = 0
  private var decoded: Decoded?

  /// The finished base, read again, and rows of both renditions that are still needed.
  private struct Decoded {
    let bytes: FileBytes
    let rows: JPEGRowDecoder
    var base: PixelBitmap
    var alternate: PixelBitmap
    var held = 0..<0
  }

  init(
    _ header: StillHeader, _ alternate: AlternateHeader, _ accumulator: GainMapAccumulator, _ options: EncodeOptions,
    _ output: any ByteSink
  ) throws(ImageIOError) {
    self.header = header
    self.alternate = alternate
    self.accumulator = accumulator
    self.options = options
    self.output = output
    encoder = try JPEGEncoder.started(
      JPEGEncoder.Settings(
        width: header.width, height: header.height, format: header.format, quality: options.quality,
        chroma: JPEGWriter.chroma(options), isProgressive: false, isDrained: true))
  }

  func writeBase(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(decoded == nil && band.height <= header.height - baseRows, "more rows than the base has")
    try encoder.write(band)
    baseRows += band.height
    spool.append(encoder.take())
  }

  func writeAlternate(_ band: PixelBitmap) throws(ImageIOError) {
    var decoded = try decodedBase()
    self.decoded = nil
    let needed = min(accumulator.firstNeededRow, decoded.held.upperBound)
    precondition(band.height <= header.height - decoded.held.upperBound, "more rows than the base has")
    let kept = decoded.held.upperBound - needed
    let rows = needed..<decoded.held.upperBound + band.height
    if decoded.base.height < rows.count {
      let (base, other) = (try makeBitmap(decoded.rows.format, rows.count), try makeAlternate(rows.count))
      Self.copy(decoded.base, needed - decoded.held.lowerBound, kept, to: base, 0)
      Self.copy(decoded.alternate, needed - decoded.held.lowerBound, kept, to: other, 0)
      (decoded.base, decoded.alternate) = (base, other)
    } else {
      Self.copy(decoded.base, needed - decoded.held.lowerBound, kept, to: decoded.base, 0)
      Self.copy(decoded.alternate, needed - decoded.held.lowerBound, kept, to: decoded.alternate, 0)
    }
    try decoded.rows.read(band.height, into: decoded.base, row: kept)
    Self.copy(band, 0, band.height, to: decoded.alternate, kept)
    decoded.held = rows
    if let base = decoded.base.cropped(x: 0, y: 0, width: header.width, height: rows.count),
      let other = decoded.alternate.cropped(x: 0, y: 0, width: header.width, height: rows.count)
    {
      try accumulator.add(base: base, alternate: other, firstRow: rows.lowerBound)
    }
    self.decoded = decoded
  }

  func finish(hasGainMap: Bool) throws(ImageIOError) {
    let decoded = try decodedBase()
    var complete = header
    complete.gainMap = hasGainMap ? try accumulator.finish() : nil
    try JPEGWriter.assemble(complete, base: decoded.bytes, options: options, to: output)
  }

  /// The finished base, from the first time on that it is asked for.
  private func decodedBase() throws(ImageIOError) -> Decoded {
    if let decoded { return decoded }
    guard baseRows == header.height else {
      throw .internalError("\(baseRows) of \(header.height) rows were written")
    }
    spool.append(try encoder.finish())
    let blocks = spool
    spool = []
    let bytes = FileBytes(joining: blocks)
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let rows = try JPEGRowDecoder(
      try JPEGStream(bytes, at: 0, limits: limits), part: "picture", allowPartial: false, scaleDenominator: 1,
      limits: limits)
    return Decoded(
      bytes: bytes, rows: rows, base: try makeBitmap(rows.format, 1), alternate: try makeAlternate(1))
  }

  private func makeAlternate(_ height: Int) throws(ImageIOError) -> PixelBitmap {
    try makeBitmap(alternate.format, height, alternate.alpha)
  }

  private func makeBitmap(
    _ format: PixelFormat, _ height: Int, _ alpha: AlphaMode = .opaque
  ) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: header.width, height: height, format: format, alpha: alpha)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Copies rows; within one bitmap only upwards, to the top.
  private static func copy(_ from: PixelBitmap, _ row: Int, _ count: Int, to: PixelBitmap, _ target: Int) {
    let rowBytes = from.width * from.format.bytesPerPixel
    for index in 0..<count {
      unsafe to.rowAddress(target + index).copyMemory(from: from.rowAddress(row + index), byteCount: rowBytes)
    }
  }
}
