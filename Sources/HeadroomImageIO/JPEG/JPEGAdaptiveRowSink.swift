internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A JPEG file with a gain map that is computed while the rows of its two renditions pass by.
///
/// The base's bytes are kept until the map is finished: the segments before them state the map's length, and the map
/// compensates for the base's losses.
final class JPEGAdaptiveRowSink: AdaptiveRowSink {
  private let header: StillHeader
  private let options: EncodeOptions
  private let output: any ByteSink
  private let encoder: JPEGEncoder
  private let accumulator: GainMapAccumulator
  private var spool: [[UInt8]] = []
  private var baseRows = 0
  private var decoded: Decoded?

  /// The finished base, read again, and its rows that were read last.
  private struct Decoded {
    let bytes: FileBytes
    let rows: JPEGRowDecoder
    var band: PixelBitmap
    var end = 0
  }

  init(
    _ header: StillHeader, _ accumulator: GainMapAccumulator, _ options: EncodeOptions, _ output: any ByteSink
  ) throws(ImageIOError) {
    self.header = header
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
    precondition(band.height <= header.height - decoded.end, "more rows than the base has")
    if decoded.band.height != band.height {
      decoded.band = try Self.makeBitmap(decoded.rows.format, header.width, band.height)
    }
    try decoded.rows.read(band.height, into: decoded.band, row: 0)
    decoded.end += band.height
    try accumulator.add(base: decoded.band, alternate: band)
    self.decoded = decoded
  }

  func wantsAlternateAgain() throws(ImageIOError) -> Bool {
    guard try accumulator.startsAgain() else { return false }
    if let decoded { self.decoded = try Self.decoded(decoded.bytes, header.width) }
    return true
  }

  func finish(hasGainMap: Bool) throws(ImageIOError) -> GainMapFidelity? {
    let decoded = try decodedBase()
    guard hasGainMap else {
      try JPEGWriter.assemble(header, base: decoded.bytes, map: nil, options: options, to: output)
      return nil
    }
    let (coded, record, description) = try codedMap(decoded.bytes)
    try JPEGWriter.assemble(header, base: decoded.bytes, map: coded, options: options, to: output)
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let written = try JPEGPicture(
      decoding: try JPEGStream(FileBytes(coded.bytes), at: 0, limits: limits), part: "gain map", allowPartial: false,
      scaleDenominator: 1, limits: limits)
    return try fidelity(record, GainMapImage(bitmap: written.bitmap, description: description), decoded.bytes)
  }

  /// Rows of the base that are examined together.
  private static let bandHeight = 256

  /// Reads the base once more: its pixels are not kept.
  private func fidelity(
    _ record: GainMapRecord, _ map: GainMapImage, _ base: FileBytes
  ) throws(ImageIOError) -> GainMapFidelity {
    guard var found = try record.decodedLight(of: map) else { return record.fidelity(of: map, found: nil) }
    let rows = try Self.decoded(base, header.width).rows
    for first in stride(from: 0, to: header.height, by: Self.bandHeight) {
      let count = min(Self.bandHeight, header.height - first)
      let band = try Self.makeBitmap(rows.format, header.width, count)
      try rows.read(count, into: band, row: 0)
      try found.add(band, firstRow: first)
    }
    return record.fidelity(of: map, found: found)
  }

  /// The map in coded form; its codes are released to make room for those of the written one.
  private func codedMap(
    _ base: FileBytes
  ) throws(ImageIOError) -> (JPEGGainMapWriter.EncodedMap, GainMapRecord, GainMapDescription) {
    let made = try accumulator.finish()
    let coded = try JPEGGainMapWriter(
      options: options, base: JPEGGainMapWriter.CodedBase(bytes: base, encoding: header.encoding)
    ).encode(made.map)
    return (coded, made.record, made.map.description)
  }

  /// The finished base, decoded on first use.
  private func decodedBase() throws(ImageIOError) -> Decoded {
    if let decoded { return decoded }
    guard baseRows == header.height else {
      throw .internalError("\(baseRows) of \(header.height) rows were written")
    }
    spool.append(try encoder.finish())
    let blocks = spool
    spool = []
    let bytes = FileBytes(joining: blocks)
    return try Self.decoded(bytes, header.width)
  }

  private static func decoded(_ bytes: FileBytes, _ width: Int) throws(ImageIOError) -> Decoded {
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let rows = try JPEGRowDecoder(
      try JPEGStream(bytes, at: 0, limits: limits), part: "picture", allowPartial: false, scaleDenominator: 1,
      limits: limits)
    return Decoded(bytes: bytes, rows: rows, band: try makeBitmap(rows.format, width, 1))
  }

  private static func makeBitmap(
    _ format: PixelFormat, _ width: Int, _ height: Int
  ) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: width, height: height, format: format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
  }
}
