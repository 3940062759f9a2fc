internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Writes WebP files: 8 bits, lossy (4:2:0) or lossless, with alpha.
///
/// ```
/// RIFF, [VP8X, ICCP], [ALPH], VP8 or VP8L, [EXIF], [XMP]
/// ```
/// Quality is libwebp's own; without loss, colours under transparent pixels are kept too. Speed 0...10 takes its
/// methods 6 to 0; the default is 4. sRGB gets no profile, because readers assume it.
struct WebPWriter: ImageWriter {
  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    try Self.check(picture, options)
    let quality = options.quality.isNaN ? 0 : min(max(options.quality, 0), 100)
    let method = options.speed.map { 6 - (min(max($0, 0), 10) * 6 + 5) / 10 } ?? 4
    let coded = try WebP.encode(
      try Self.arranged(picture.base), quality: options.isLossless ? 75 : quality, isLossless: options.isLossless,
      method: method)
    return try Self.assemble(picture.header, coded, options)
  }

  private static func check(_ picture: StillImage, _ options: EncodeOptions) throws(ImageIOError) {
    let encoding = picture.encoding
    guard encoding.model == .rgb || encoding.model == .monochrome else {
      throw .notEncodable(format: "WebP", text: "holds RGB, not \(encoding.model.rawValue)")
    }
    guard !encoding.transfer.isHDR else {
      throw .notEncodable(format: "WebP", text: "8 bits cannot hold PQ or HLG")
    }
    if let bits = options.bitDepth, bits != 8 {
      throw .notEncodable(format: "WebP", text: "has 8 bits, not \(bits)")
    }
    let (width, height) = (picture.base.width, picture.base.height)
    guard max(width, height) <= WebP.maximumSide else {
      throw .notEncodable(
        format: "WebP", text: "\(width)x\(height) pixels; \(WebP.maximumSide) a side is the most")
    }
  }

  // MARK: Container

  private static func assemble(
    _ picture: StillHeader, _ coded: FileBytes, _ options: EncodeOptions
  ) throws(ImageIOError) -> [UInt8] {
    let file = try WebP.File(coded, limits: DecodeLimits(maxPixels: .max))
    let frame = file.frames[0]
    let (profile, exif, xmp) = (profile(of: picture), exif(of: picture, options), xmp(of: picture, options))
    var chunks: [UInt8] = []
    if profile != nil || exif != nil || xmp != nil || frame.hasAlpha {
      let flags =
        (profile == nil ? 0 : 0x20) | (frame.hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 0x08) | (xmp == nil ? 0 : 0x04)
      chunks += WebP.chunk(
        "VP8X",
        [UInt8(flags), 0, 0, 0] + WebP.number(frame.width - 1, bytes: 3) + WebP.number(frame.height - 1, bytes: 3))
    }
    if let profile { chunks += WebP.chunk("ICCP", profile) }
    chunks += coded.copy(frame.chunks)
    if frame.chunks.count % 2 == 1 { chunks.append(0) }
    if let exif { chunks += WebP.chunk("EXIF", exif) }
    if let xmp { chunks += WebP.chunk("XMP ", xmp) }
    guard chunks.count + WebP.form.count <= Int(UInt32.max) - 1 else {
      throw .notEncodable(format: "WebP", text: "a file has at most 4 GiB")
    }
    return WebP.riff + WebP.number(chunks.count + WebP.form.count, bytes: 4) + WebP.form + chunks
  }

  private static func profile(of picture: StillHeader) -> [UInt8]? {
    let encoding = picture.encoding.standardRange
    let isAssumed = encoding.primaries == .bt709 && encoding.transfer == .sRGB && picture.iccProfile == nil
    return isAssumed ? nil : ICCProfile.embedded(own: picture.iccProfile, encoding: encoding, isGray: false)
  }

  private static func exif(of picture: StillHeader, _ options: EncodeOptions) -> [UInt8]? {
    if let own = picture.metadata.exif, !options.stripsMetadata { return EXIFBlock.describing(picture, in: own) }
    guard picture.orientation != .up else { return nil }
    return EXIFBlock.settingOrientation(picture.orientation.rawValue, in: EXIFBlock().serialized())
  }

  private static func xmp(of picture: StillHeader, _ options: EncodeOptions) -> [UInt8]? {
    options.stripsMetadata ? nil : XMPPacket.describing(picture, mimeType: "image/webp")
  }

  // MARK: Pixels

  /// The picture in libwebp's form: RGB, or RGBA with straight colours.
  private static func arranged(_ source: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    let hasAlpha = source.format.hasAlpha && source.alpha != .opaque
    let format: PixelFormat = hasAlpha ? .rgba8 : .rgb8
    if source.format == format, source.alpha != .premultiplied { return source }
    let out = try WebP.bitmap(source.width, source.height, format)
    source.repackStraight(into: out)
    return out
  }
}
