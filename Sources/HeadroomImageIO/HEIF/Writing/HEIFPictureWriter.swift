internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Writes pictures of a codec into HEIF: HEIC files and AVIF files.
///
/// A gain map is one picture with as many descriptions as the container supports.
struct HEIFPictureWriter<Codec: StillPictureCodec>: ImageWriter {
  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    guard let map = picture.gainMap else {
      let contents = try encodeBase(picture, options)
      return try HEIFAssembler<Codec>(picture: picture.header, options: options, contents: contents).file()
    }
    let (base, coded) = concurrently(
      { () throws(ImageIOError) in try encodeBase(picture, options) },
      { () throws(ImageIOError) in try encodeMap(map, picture.encoding, options) })
    var contents = try base.get()
    contents.map = try coded.get()
    return try HEIFAssembler<Codec>(picture: picture.header, options: options, contents: contents).file()
  }

  func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    var contents = try encodeBase(picture, options)
    let map = try makeGainMap(try decodedBase(picture, contents))
    return try map.refined(options) { (map) throws(ImageIOError) in
      contents.map = try encodeMap(map, picture.encoding, options)
      return try HEIFAssembler<Codec>(picture: picture.header, options: options, contents: contents).file()
    } read: { (file) throws(ImageIOError) in
      let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
      return try HEIFReader(FileBytes(file), format: Codec.format, limits: limits)
        .gainMap(DecodeRequest(limits: limits))
    }
  }

  func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    let chroma = Codec.defaultChroma(options)
    guard let coding = try? BaseCoding(Codec.self, header, options, defaultChroma: chroma) else { return 0 }
    return LayerEncoder<Codec>.byteCount(
      width: header.width, height: header.height, bitDepth: coding.bitDepth, coding.subsampling,
      speed: options.speed)
  }

  /// Alpha has to be examined before it is known whether it is written, which needs the whole picture.
  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    guard !header.format.hasAlpha else { return nil }
    return try HEIFRowSink<Codec>(header, options, output)
  }

  /// The base as readers get it: decoded from a file with only the base.
  private func decodedBase(_ picture: StillImage, _ contents: CodedContents) throws(ImageIOError) -> PixelBitmap {
    let file = try HEIFAssembler<Codec>(
      picture: picture.header, options: EncodeOptions(stripsMetadata: true), contents: contents
    ).file()
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    return try HEIFReader(FileBytes(file), format: Codec.format, limits: limits)
      .decode(DecodeRequest(includesGainMap: false, limits: limits)).base
  }

  private func encodeBase(_ picture: StillImage, _ options: EncodeOptions) throws(ImageIOError) -> CodedContents {
    let coding = try BaseCoding(Codec.self, picture.header, options, defaultChroma: Codec.defaultChroma(options))
    let base = try LayerEncoder<Codec>.encode(
      picture.base, bitDepth: coding.bitDepth, subsampling: coding.subsampling, settings: coding.settings)
    var contents = CodedContents(base: base, coding: coding)
    if picture.base.format.hasAlpha, picture.base.alpha != .opaque {
      // Losses of alpha show as fringes, and cost little to avoid.
      let settings = CodingSettings(
        quality: 100, isLossless: true, speed: options.speed, isPerceptual: false,
        cicp: CICP(
          primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: CICP.unspecified))
      contents.alpha = try LayerEncoder<Codec>.encode(
        picture.base, component: .alpha, bitDepth: coding.bitDepth, subsampling: .monochrome,
        settings: settings)
    }
    if let thumbnail = picture.thumbnail {
      let cicp = BaseCoding.codePoints(of: picture.encoding.standardRange)
      let layer = try LayerEncoder<Codec>.encode(
        thumbnail, bitDepth: coding.bitDepth, subsampling: thumbnail.format.isGray ? .monochrome : .quarter,
        settings: CodingSettings(
          quality: min(coding.settings.quality, 80), speed: options.speed, cicp: cicp, light: coding.settings.light))
      contents.thumbnail = (layer, cicp)
    }
    return contents
  }

  private func encodeMap(
    _ map: GainMapImage, _ base: ColorEncoding, _ options: EncodeOptions
  ) throws(ImageIOError) -> CodedGainMap {
    try CodedGainMap(Codec.self, map, available: Codec.gainMapKinds, base: base, options: options)
  }
}
