internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The rows of a JPEG picture of one scan.
final class JPEGRowSource: StillRowSource {
  let encoding: ColorEncoding
  let rowGroup = JPEGRowDecoder.batch
  let gainMap: GainMapImage?
  private let decoder: JPEGRowDecoder
  private let mapWarnings: [String]
  private var remaining: Int

  init(_ decoder: JPEGRowDecoder, encoding: ColorEncoding, gainMap: GainMapImage?, warnings: [String]) {
    self.decoder = decoder
    self.encoding = encoding
    self.gainMap = gainMap
    mapWarnings = warnings
    remaining = decoder.height
  }

  var width: Int { decoder.width }
  var height: Int { decoder.height }
  var format: PixelFormat { decoder.format }
  var alpha: AlphaMode { .opaque }
  var isPartial: Bool { decoder.isPartial }
  var warnings: [String] { decoder.warnings + mapWarnings }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    precondition(count <= remaining, "more rows than the picture has")
    try decoder.read(count, into: bitmap, row: row)
    decoder.releaseInput()
    remaining -= count
    if remaining == 0 { decoder.finish() }
  }
}
