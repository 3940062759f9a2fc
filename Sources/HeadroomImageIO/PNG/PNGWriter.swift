internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Writes PNG files: 8 or 16 bits, gray or RGB, with or without alpha.
///
/// Colour goes into cICP where H.273 has code points for it, with a profile beside it for readers that do not
/// support the chunk; without code points only the profile states it. PQ and HLG pictures get their mastering
/// display and light level.
struct PNGWriter: ImageWriter {
  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    let header = picture.header
    let layout = try Self.layout(for: header, options)
    var file = PNG.signature
    file.reserveCapacity(layout.scanlineBytes * header.height / 2)
    for chunk in headChunks(header, layout, options) { file += chunk }
    let source = PNG.ScanlineSource(bitmap: picture.base, layout: layout, firstRow: 0)
    let compression: PNG.Compression
    if let wanted = PNG.Compression.forEffort(options.speed) {
      compression = wanted
    } else {
      compression = try PNG.ScanlineEncoder.choose(0..<header.height, of: source)
    }
    let encoder = try PNG.ScanlineEncoder(layout, compression: compression)
    try encoder.encodeAll(of: source) { (chunk) throws(ImageIOError) in file += chunk }
    file += PNG.chunk(.end, [])
    return file
  }

  func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    (try? Self.layout(for: header, options)).map(PNG.ScanlineEncoder.byteCount) ?? 0
  }

  func rowEncodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    guard let layout = try? Self.layout(for: header, options) else { return 0 }
    return PNG.ScanlineEncoder.byteCount(layout) + PNGRowSink.stripBytes(header, layout)
  }

  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    // A light level that is known only at the end is filled in then.
    guard output.canReplace || header.hdr.lightLevel == nil else { return nil }
    let layout = try Self.layout(for: header, options)
    return try PNGRowSink(header, layout, head: headChunks(header, layout, options), options, output)
  }

  /// How the pixels are stored, or why they cannot be.
  private static func layout(
    for picture: StillHeader, _ options: EncodeOptions
  ) throws(ImageIOError) -> PNG.ScanlineLayout {
    let encoding = picture.encoding
    guard encoding.model == .rgb || encoding.model == .monochrome else {
      throw .notEncodable(format: "PNG", text: "holds RGB and gray, not \(encoding.model.rawValue)")
    }
    if let depth = options.bitDepth, !(1...16).contains(depth) {
      throw .notEncodable(format: "PNG", text: "has 8 or 16 bits, not \(depth)")
    }
    guard picture.width <= PNG.ChunkWalker.maximumLength, picture.height <= PNG.ChunkWalker.maximumLength else {
      throw .notEncodable(format: "PNG", text: "has at most 2147483647 pixels a side")
    }
    return PNG.ScanlineLayout(
      width: picture.width, height: picture.height, format: picture.format, alpha: picture.alpha,
      bitDepth: options.bitDepth)
  }

  /// The chunks before the picture data.
  private func headChunks(
    _ picture: StillHeader, _ layout: PNG.ScanlineLayout, _ options: EncodeOptions
  ) -> [[UInt8]] {
    [PNG.chunk(.header, layout.header.bytes)] + colorChunks(picture, layout) + metadataChunks(picture, options)
  }

  /// The chunks that define the meaning of the numbers, in readers' order of preference.
  private func colorChunks(_ picture: StillHeader, _ layout: PNG.ScanlineLayout) -> [[UInt8]] {
    let encoding = picture.encoding.standardRange
    var chunks: [[UInt8]] = []
    let codePoints = CICP(encoding: encoding)
    if let codePoints {
      chunks.append(PNG.chunk(.codePoints, [codePoints.primaries, codePoints.transfer, 0, 1]))
    }
    if encoding.transfer.isHDR {
      if let mastering = picture.hdr.mastering { chunks.append(PNG.chunk(.mastering, mastering.pngBytes)) }
      if let lightLevel = picture.hdr.lightLevel { chunks.append(PNG.chunk(.lightLevel, lightLevel.pngBytes)) }
    }
    // sRGB needs no profile, because readers assume it.
    let isAssumed = encoding.primaries == .bt709 && encoding.transfer == .sRGB
    if !isAssumed || picture.iccProfile != nil,
      let profile = ICCProfile.embedded(
        own: picture.iccProfile, encoding: encoding, isGray: layout.header.colorType.isGray)
    {
      chunks.append(PNG.chunk(.profile, Array("ICC profile".utf8) + [0, 0] + PNG.deflate(profile)))
    }
    if isAssumed, picture.iccProfile == nil {
      // For readers that do not support cICP; 0 is the perceptual intent.
      chunks.append(PNG.chunk(.standardRGB, [0]))
    }
    if let bits = layout.significantBits ?? sourceBits(picture.format) {
      let channels = layout.header.colorType.channels
      chunks.append(PNG.chunk(.significantBits, [UInt8](repeating: UInt8(bits), count: channels)))
    }
    return chunks
  }

  /// Bits of the samples when they are fewer than those written.
  private func sourceBits(_ format: PixelFormat) -> Int? {
    format.bitsPerComponent == 10 ? 10 : nil
  }

  private func metadataChunks(_ picture: StillHeader, _ options: EncodeOptions) -> [[UInt8]] {
    let orientation = picture.orientation.rawValue
    guard !options.stripsMetadata else {
      guard orientation != 1 else { return [] }
      var block = EXIFBlock()
      block.orientation = orientation
      return [PNG.chunk(.exif, block.serialized())]
    }
    var chunks: [[UInt8]] = []
    if picture.metadata.exif != nil || orientation != 1 {
      let exif = EXIFBlock.describing(picture, in: picture.metadata.exif ?? EXIFBlock().serialized())
      chunks.append(PNG.chunk(.exif, exif))
    }
    if let density = picture.metadata.statedDensity { chunks.append(PNG.chunk(.density, Self.density(density))) }
    if let xmp = XMPPacket.describing(picture, mimeType: "image/png", carriesTexts: true) {
      chunks.append(PNG.xmpChunk(xmp))
    }
    return chunks + picture.metadata.texts.compactMap(PNG.textChunk)
  }

  /// The pHYs chunk: pixels per metre both ways, or a pixel's shape.
  private static func density(_ density: PixelDensity) -> [UInt8] {
    let scale =
      switch density.unit {
      case .inch: 1 / 0.0254
      case .centimetre: 100.0
      case .metre, .none: 1.0
      }
    func number(_ value: Double) -> [UInt8] {
      PNG.bigEndian(UInt32(min(max((value * scale).rounded(), 0), Double(PNG.ChunkWalker.maximumLength))))
    }
    return number(density.x) + number(density.y) + [density.unit == .none ? 0 : 1]
  }
}
