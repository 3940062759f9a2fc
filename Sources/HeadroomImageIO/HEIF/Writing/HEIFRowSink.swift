internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A HEIC or AVIF file whose rows arrive in order: a row of tiles is coded when it is complete. The boxes at the start
/// state the places of everything, so the file is written at the end, from coded pictures.
final class HEIFRowSink<Codec: StillPictureCodec>: StillRowSink {
  /// Bands of whole blocks; they have to be even.
  let rowGroup = 64
  private var header: StillHeader
  private let options: EncodeOptions
  private let output: any ByteSink
  private let coding: BaseCoding
  private var base: LayerEncoder<Codec>

  init(_ header: StillHeader, _ options: EncodeOptions, _ output: any ByteSink) throws(ImageIOError) {
    self.header = header
    self.options = options
    self.output = output
    coding = try BaseCoding(Codec.self, header, options, defaultChroma: Codec.defaultChroma(options))
    base = try LayerEncoder(
      width: header.width, height: header.height, bitDepth: coding.bitDepth, subsampling: coding.subsampling,
      settings: coding.settings)
  }

  func write(_ band: PixelBitmap) throws(ImageIOError) { try base.write(band) }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    if let lightLevel, header.hdr.lightLevel != nil { header.hdr.lightLevel = lightLevel }
    var contents = CodedContents(base: try base.finish(), coding: coding)
    if let map = header.gainMap {
      contents.map = try CodedGainMap(
        Codec.self, map, available: Codec.gainMapKinds, base: header.encoding, options: options)
    }
    try HEIFAssembler<Codec>(picture: header, options: options, contents: contents).write(to: output)
  }
}
