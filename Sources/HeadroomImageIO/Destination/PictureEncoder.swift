internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Turns pictures into files of one format: chooses and makes the rendition, then writes it.
struct PictureEncoder {
  let format: any ImageFormat.Type

  /// The bytes of a file with `picture` in the rendition that the options ask for.
  func encode(_ picture: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> [UInt8] {
    guard let writer = format.writer else { throw .notEncodable(format: format.name, text: "is not written") }
    if picture.gainMap != nil, format.abilities.contains(.gainMap), options.preservesGainMap,
      options.rendition == .richest || options.rendition == .gainMap
    {
      return try writer.encode(try finished(picture, options), options: options.encode)
    }
    var picture = try withoutGainMap(picture, options.rendition)
    switch try rendition(of: picture, options) {
    case .standard: picture = try toSDR(picture, options)
    case .isoHDR: picture = try toISOHDR(picture)
    case .gainMap: return try encodeAdaptive(picture, options, writer)
    case .richest: break
    }
    return try writer.encode(try finished(picture, options), options: options.encode)
  }

  /// The picture that a gain map leads to where that was asked for, otherwise the base picture alone.
  private func withoutGainMap(
    _ picture: StillImage, _ rendition: DestinationOptions.Rendition
  ) throws(ImageIOError) -> StillImage {
    guard picture.gainMap != nil else { return picture }
    switch rendition {
    case .standard: return picture.replacingBase(with: try RenditionMaker(picture).image(.standard))
    case .isoHDR, .gainMap:
      let image = try RenditionMaker(picture).image(.high(displayHeadroom: .infinity))
      return picture.replacingBase(with: image)
    case .richest:
      var base = picture
      let plain = picture.hdr.contentHeadroom(for: picture.encoding)
      base.gainMap = nil
      base.contentHeadroom = plain.value
      base.contentHeadroomSource = plain.source
      return base
    }
  }

  /// What has to be made of a picture without a gain map; `richest` is the picture as it is.
  private func rendition(
    of picture: StillImage, _ options: DestinationOptions
  ) throws(ImageIOError) -> DestinationOptions.Rendition {
    let isHDR = picture.isBrighterThanWhite
    switch options.rendition {
    case .standard: return needsConversion(picture) || isHDR ? .standard : .richest
    case .isoHDR:
      guard format.abilities.contains(.isoHDR) else {
        throw .notEncodable(format: format.name, text: "cannot hold PQ or HLG")
      }
      return picture.encoding.transfer.isHDR && !picture.base.format.isFloatingPoint ? .richest : .isoHDR
    case .gainMap:
      guard format.abilities.contains(.gainMap) else {
        throw .notEncodable(format: format.name, text: "cannot hold a gain map")
      }
      return isHDR ? .gainMap : needsConversion(picture) ? .standard : .richest
    case .richest:
      guard isHDR else { return needsConversion(picture) ? .standard : .richest }
      if format.abilities.contains(.isoHDR) { return needsConversion(picture) ? .isoHDR : .richest }
      return format.abilities.contains(.gainMap) ? .gainMap : .standard
    }
  }

  /// Whether the numbers cannot be written as they are: floats, extended ranges, PQ and HLG where they do not fit.
  private func needsConversion(_ picture: StillImage) -> Bool {
    let isFloat = picture.base.format.isFloatingPoint && !format.abilities.contains(.float)
    return isFloat || picture.encoding.isExtended
      || (picture.encoding.transfer.isHDR && !format.abilities.contains(.isoHDR))
  }

  // MARK: - Renditions

  private func toSDR(_ picture: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> StillImage {
    let target = sdrEncoding(for: picture, options)
    let curve = ToneCurve(operator: .bt2390, contentHeadroom: picture.knownHeadroom, targetHeadroom: 1)
    let isDeep = format.abilities.contains(.deepColor) && !picture.isBrighterThanWhite && picture.base.isDeep
    let hasAlpha = picture.base.format.hasAlpha && picture.base.alpha != .opaque
    let bitmapFormat: PixelFormat = isDeep ? (hasAlpha ? .rgba16 : .rgb16) : (hasAlpha ? .rgba8 : .rgb8)
    var result = picture
    result.base = try PictureConverter(from: picture.encoding, to: target, toneCurve: curve)
      .convert(picture.base, to: bitmapFormat, dither: isDeep ? .none : .ordered)
    result.setSDR(target, space: options.baseSpace)
    return result
  }

  private func sdrEncoding(for picture: StillImage, _ options: DestinationOptions) -> ColorEncoding {
    if options.optimizesForSharing { return .sRGB }
    if let space = options.baseSpace, !space.encoding.transfer.isHDR, space.encoding.model == .rgb {
      return space.encoding.standardRange
    }
    return picture.encoding.primaries == .bt709 ? .sRGB : .displayP3
  }

  private func toISOHDR(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    let hasAlpha = picture.base.format.hasAlpha && picture.base.alpha != .opaque
    var result = picture
    result.base = try PictureConverter(from: picture.encoding, to: .itur2100PQ)
      .convert(picture.base, to: hasAlpha ? .rgba16 : .rgb16)
    result.encoding = .itur2100PQ
    result.iccProfile = nil
    if result.hdr.lightLevel == nil, picture.knownHeadroom > 1 {
      result.hdr.lightLevel = ContentLightLevel(maxCLL: picture.knownHeadroom * ReferenceWhite.nits, maxFALL: 0)
    }
    return result
  }

  /// An SDR picture made from an HDR one, with the gain map that leads back.
  private func encodeAdaptive(
    _ picture: StillImage, _ options: DestinationOptions, _ writer: any ImageWriter
  ) throws(ImageIOError) -> [UInt8] {
    var hdr = picture
    try resize(&hdr, to: options.maxPixelSize)
    let sdr = try finished(try toSDR(hdr, options), options)
    var mapOptions = options.gainMap
    mapOptions.alternateHeadroom = picture.contentHeadroom > 1 ? picture.contentHeadroom : nil
    let encoding = sdr.encoding
    return try writer.encode(sdr, options: options.encode) { base throws(ImageIOError) in
      try map(from: base, encoding, to: hdr, mapOptions)
    }
  }

  private func map(
    from base: PixelBitmap, _ encoding: ColorEncoding, to hdr: StillImage, _ options: GainMapComputer.Options
  ) throws(ImageIOError) -> GainMapImage {
    try GainMapComputer.compute(
      base: base, baseEncoding: encoding, alternate: hdr.base, alternateEncoding: hdr.encoding, options: options)
  }

  // MARK: - Size, background, metadata

  /// The picture at its final size, opaque where the format needs it, with the metadata asked for.
  private func finished(_ picture: StillImage, _ options: DestinationOptions) throws(ImageIOError) -> StillImage {
    var result = picture
    try resize(&result, to: options.maxPixelSize)
    if options.optimizesForSharing, result.encoding != .sRGB, !result.encoding.transfer.isHDR, result.gainMap == nil {
      result = try toSDR(result, options)
    }
    if !format.abilities.contains(.alpha), result.base.format.hasAlpha, result.base.alpha != .opaque {
      result.base = try result.base.flattened(onto: options.background, encoding: result.encoding)
    }
    result.applyMetadata(options)
    return result
  }

  private func resize(_ picture: inout StillImage, to limit: Int?) throws(ImageIOError) {
    let longest = max(picture.base.width, picture.base.height)
    guard let limit, longest > limit else { return }
    func scaled(_ size: Int) -> Int { max(Int((Double(size) * Double(limit) / Double(longest)).rounded()), 1) }
    let (width, height) = (scaled(picture.base.width), scaled(picture.base.height))
    let image = CGImage(bitmap: picture.base, colorSpace: CGColorSpace(encoding: picture.encoding))
    picture.base = try image.redrawn(width: width, height: height).bitmap
    guard var map = picture.gainMap, map.bitmap.width > width || map.bitmap.height > height else { return }
    // Readers refuse a map that is larger than its picture. Codes are averaged as they are: with gamma 1 that is the mean of
    // the gains in stops.
    let codes = CGImage(bitmap: map.bitmap, colorSpace: CGColorSpace(encoding: .linear(gray: map.bitmap.format.isGray)))
    let resized = try codes.redrawn(width: min(map.bitmap.width, width), height: min(map.bitmap.height, height)).bitmap
    map.bitmap = resized
    map.description.width = resized.width
    map.description.height = resized.height
    picture.gainMap = map
  }
}

extension ColorEncoding {
  /// Numbers that are averaged as they are.
  fileprivate static func linear(gray: Bool) -> ColorEncoding { gray ? .linearGray : .linearSRGB }
}

extension PixelBitmap {
  fileprivate var isDeep: Bool { format.bitsPerComponent > 8 }

  /// The picture over a colour, white unless given; without alpha.
  fileprivate func flattened(
    onto color: CGColor?, encoding: ColorEncoding
  ) throws(ImageIOError) -> PixelBitmap {
    let space = CGColorSpace(encoding: encoding)
    let info = CGImageAlphaInfo.noneSkipLast.rawValue
    guard
      let context = unsafe CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: info)
    else { throw .outOfMemory(bytes: UInt64(width) * UInt64(height) * 4) }
    let area = CGRect(x: 0, y: 0, width: width, height: height)
    context.setFillColor(color ?? CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    context.fill([area])
    context.draw(CGImage(bitmap: self, colorSpace: space), in: area)
    guard let image = context.makeImage() else { throw .internalError("a bitmap context gives no image") }
    return image.bitmap
  }
}

extension StillImage {
  /// Whether content goes above reference white, as far as is known; measured where nothing says.
  var isBrighterThanWhite: Bool { knownHeadroom > 1 }

  /// The content headroom, measured where the picture does not state it.
  var knownHeadroom: Double {
    if contentHeadroom > 0 { return contentHeadroom }
    return max(PictureLight(base, encoding: encoding).peak, 1)
  }

  /// The picture with an image's pixels in place of its own, metadata kept.
  func replacingBase(with image: CGImage) -> StillImage {
    var result = self
    result.base = image.bitmap
    result.encoding = image.colorSpace?.encoding ?? .sRGB
    result.iccProfile = image.colorSpace?.embeddedProfile
    result.gainMap = nil
    result.contentHeadroom = Double(image.contentHeadroom)
    return result
  }

  fileprivate mutating func setSDR(_ encoding: ColorEncoding, space: CGColorSpace?) {
    self.encoding = encoding
    iccProfile = space?.encoding.standardRange == encoding ? space?.embeddedProfile : nil
    hdr = HDRMetadata()
    contentHeadroom = 1
    contentHeadroomSource = .standardRange
  }

  /// Puts the EXIF parts of the properties, and what is to be left out, into effect.
  fileprivate mutating func applyMetadata(_ options: DestinationOptions) {
    if let turn = options.orientation { orientation = turn }
    if options.excludesXMP {
      metadata.xmp = nil
      metadata.extendedXMP = nil
    }
    let tables: [(CFString, EXIFPropertyTable, WritableKeyPath<EXIFBlock, EXIFBlock.Directory>)] = [
      (kCGImagePropertyTIFFDictionary, .tiff, \.image), (kCGImagePropertyExifDictionary, .exif, \.exif),
      (kCGImagePropertyGPSDictionary, .gps, \.gps),
    ]
    let edits = tables.compactMap { key, table, path in
      OptionValues.dictionary(options.properties[key]).map { ($0, table, path) }
    }
    let resolution = [kCGImagePropertyDPIWidth, kCGImagePropertyDPIHeight].map {
      OptionValues.number(options.properties[$0])
    }
    guard !edits.isEmpty || options.excludesGPS || resolution.contains(where: { $0 != nil }) else { return }
    var block = metadata.exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock()
    let before = block
    for (values, table, path) in edits { table.apply(values, to: &block[keyPath: path]) }
    if options.excludesGPS { block.gps = [:] }
    if let x = resolution[0] ?? resolution[1], let y = resolution[1] ?? resolution[0], x > 0, y > 0 {
      block.image[EXIFBlock.Tag.xResolution] = .rationals([.init(approximating: x)])
      block.image[EXIFBlock.Tag.yResolution] = .rationals([.init(approximating: y)])
      block.image[EXIFBlock.Tag.resolutionUnit] = .shorts([2])
    }
    // Writing a block anew can break a maker note, so it is done only for a change.
    if block != before { metadata.exif = block.serialized() }
  }
}
