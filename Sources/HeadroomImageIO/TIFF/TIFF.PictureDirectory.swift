internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension TIFF {
  /// The fields of the written picture. The directories it points to are appended to `writer` first.
  static func pictureDirectory(
    _ picture: StillHeader, _ layout: StoredLayout, _ options: EncodeOptions,
    _ strips: [(offset: Int, byteCount: Int)], _ rowsPerStrip: Int, _ writer: inout DirectoryWriter
  ) -> [DirectoryWriter.Entry] {
    typealias Entry = DirectoryWriter.Entry
    let channels = layout.format.channelCount
    let bits = UInt16(truncatingIfNeeded: 8 * layout.format.bytesPerComponent)
    var entries = [
      Entry(Tag.newSubfileType, .longs([0])),
      Entry(Tag.imageWidth, .longs([UInt32(truncatingIfNeeded: layout.width)])),
      Entry(Tag.imageLength, .longs([UInt32(truncatingIfNeeded: layout.height)])),
      Entry(Tag.bitsPerSample, .shorts([UInt16](repeating: bits, count: channels))),
      Entry(Tag.compression, .shorts([Compression.adobeDeflate.rawValue])),
      Entry(Tag.photometric, .shorts([layout.photometric.rawValue])),
      Entry(Tag.samplesPerPixel, .shorts([UInt16(truncatingIfNeeded: channels)])),
      Entry(Tag.rowsPerStrip, .longs([UInt32(truncatingIfNeeded: rowsPerStrip)])),
      Entry(Tag.planarConfiguration, .shorts([1])),
      Entry(Tag.predictor, .shorts([layout.predictor])),
      Entry(Tag.sampleFormat, .shorts([UInt16](repeating: layout.sampleFormat.rawValue, count: channels))),
      writer.places(Tag.stripOffsets, strips.map(\.offset)),
      writer.places(Tag.stripByteCounts, strips.map(\.byteCount)),
    ]
    // 2: alpha that colour was not multiplied with.
    if layout.format.hasAlpha { entries.append(Entry(Tag.extraSamples, .shorts([2]))) }
    // TIFF has no colour space that readers assume.
    if let profile = ICCProfile.embedded(
      own: picture.iccProfile, encoding: picture.encoding, isGray: layout.format.isGray)
    {
      entries.append(Entry(Tag.iccProfile, .undefined(profile)))
    }
    if !options.stripsMetadata {
      if let xmp = XMPPacket.describing(picture, mimeType: "image/tiff", carriesIPTC: true) {
        entries.append(Entry(Tag.xmp, .bytes(xmp)))
      }
      if let iptc = picture.metadata.iptc { entries.append(Entry(Tag.iptc, .undefined(iptc))) }
      // Photoshop searches for IPTC among its own resources, where there are any.
      if picture.metadata.photoshop != nil, let resources = picture.metadata.resources {
        entries.append(Entry(Tag.photoshop, .bytes(resources)))
      }
    }
    return entries + metadataEntries(picture, options, &writer)
  }

  /// Orientation, resolution and the fields of the EXIF block, with its directories in their own places.
  private static func metadataEntries(
    _ picture: StillHeader, _ options: EncodeOptions, _ writer: inout DirectoryWriter
  ) -> [DirectoryWriter.Entry] {
    typealias Entry = DirectoryWriter.Entry
    let stored = options.stripsMetadata ? nil : picture.metadata.exif.flatMap { try? EXIFBlock(parsing: $0) }
    let block = stored ?? EXIFBlock()
    var fields = block.image.filter { describingTags.contains($0.key) }
    fields[Tag.orientation] = .shorts([UInt16(truncatingIfNeeded: picture.orientation.rawValue)])
    if let density = density(picture, block, options) { fields.merge(density) { $1 } }
    var entries = fields.map { Entry($0.key, $0.value) }
    var exif = block.exif.map { Entry($0.key, $0.value) }
    if !block.interoperability.isEmpty {
      let place = writer.append(block.interoperability.map { Entry($0.key, $0.value) })
      exif.append(writer.pointer(Tag.interoperabilityDirectory, to: place))
    }
    if !exif.isEmpty { entries.append(writer.pointer(Tag.exifDirectory, to: writer.append(exif))) }
    if !block.gps.isEmpty {
      let place = writer.append(block.gps.map { Entry($0.key, $0.value) })
      entries.append(writer.pointer(Tag.gpsDirectory, to: place))
    }
    return entries
  }

  /// The resolution, where EXIF's is not the one that the file states. Baseline files state one; writers use 72 per
  /// inch where it is unknown.
  private static func density(
    _ picture: StillHeader, _ block: EXIFBlock, _ options: EncodeOptions
  ) -> [UInt16: TIFFValue]? {
    let stated = options.stripsMetadata ? nil : picture.metadata.density
    if stated == nil, block.pixelsPerInch != nil { return nil }
    let density = stated ?? PixelDensity(x: 72, y: 72, unit: .inch)
    let (scale, unit): (Double, UInt16) =
      switch density.unit {
      case .inch: (1, 2)
      case .centimetre: (1, 3)
      // Whole dots per inch are written as such, though pHYs counts per metre.
      case .metre: (0.0254, 2)
      case .none: (1, 1)
      }
    func value(_ number: Double) -> TIFFValue {
      let scaled = number * scale
      let whole = scaled.rounded()
      return .rationals([.init(approximating: (scaled - whole).magnitude < 0.013 ? whole : scaled)])
    }
    return [
      Tag.xResolution: value(density.x), Tag.yResolution: value(density.y), Tag.resolutionUnit: .shorts([unit]),
    ]
  }

  /// Fields of a picture's directory that belong to its EXIF block: those that describe, not those that store.
  static let describingTags: Set<UInt16> = [
    269, 270, 271, 272, 274, 282, 283, 296, 305, 306, 315, 316, 0x4746, 0x4749, 33432,
    0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,
  ]
}
