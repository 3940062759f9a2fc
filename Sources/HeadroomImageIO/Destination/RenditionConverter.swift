internal import Foundation
internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Makes the pictures that a file of one format gets: SDR, PQ, floats, pairs for a gain map; at their size, opaque where
/// they have to be, with their metadata.
package struct RenditionConverter {
  let format: any ImageFormat.Type
  let options: DestinationOptions

  package init(format: any ImageFormat.Type, options: DestinationOptions) {
    self.format = format
    self.options = options
  }

  // MARK: - Renditions

  /// An SDR picture; HDR is tone mapped with BT.2390, which keeps white bright.
  func standard(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    let target = sdrEncoding(for: picture)
    let curve = ToneCurve(operator: .bt2390, contentHeadroom: picture.knownHeadroom, targetHeadroom: 1)
    let keepsDepth = !picture.isBrighterThanWhite && picture.base.isDeep
    let isDeep = format.abilities.contains(.deepColor) && (keepsDepth || (options.encode.bitDepth ?? 8) > 8)
    let hasAlpha = picture.hasAlpha
    let bitmapFormat: PixelFormat = isDeep ? (hasAlpha ? .rgba16 : .rgb16) : (hasAlpha ? .rgba8 : .rgb8)
    var result = picture
    result.base = try PictureConverter(from: picture.encoding, to: target, toneCurve: curve)
      .convert(picture.base, to: bitmapFormat, dither: isDeep ? .none : .ordered)
    result.setSDR(target, space: options.baseSpace)
    return result
  }

  private func sdrEncoding(for picture: StillImage) -> ColorEncoding {
    if options.optimizesForSharing { return .sRGB }
    return baseEncoding(forSDR: true) ?? picture.encoding.usual(for: .sdr)
  }

  /// The encoding asked for, when it can be one of such a base.
  func baseEncoding(forSDR isSDR: Bool) -> ColorEncoding? {
    guard let encoding = options.baseSpace?.encoding, encoding.model == .rgb, encoding.transfer.isHDR != isSDR else {
      return nil
    }
    return isSDR ? encoding.standardRange : encoding
  }

  /// A PQ or HLG picture of 16 bits.
  func isoHDR(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    let target = baseEncoding(forSDR: false) ?? picture.encoding.usual(for: .isoHDR)
    var result = picture
    result.base = try PictureConverter(from: picture.encoding, to: target)
      .convert(picture.base, to: picture.hasAlpha ? .rgba16 : .rgb16)
    result.encoding = target
    result.iccProfile = options.baseSpace?.encoding == target ? options.baseSpace?.embeddedProfile : nil
    if result.hdr.lightLevel == nil {
      var level = PictureLight(result.base, encoding: target).lightLevel
      if picture.contentHeadroom > 1 { level.maxCLL = picture.contentHeadroom * ReferenceWhite.nits }
      result.hdr.lightLevel = level
    }
    return result
  }

  /// Linear half floats in the picture's primaries.
  func float(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    let target = picture.encoding.usual(for: .float)
    var result = picture
    result.base = try PictureConverter(from: picture.encoding, to: target)
      .convert(picture.base, to: picture.hasAlpha ? .rgbaHalf : .rgbxHalf)
    result.encoding = target
    result.iccProfile = nil
    return result
  }

  /// A base made from an HDR picture, the SDR one unless the options say otherwise, and what its gain map leads to.
  func pair(_ hdr: StillImage, _ plan: RenditionPlan) throws(ImageIOError) -> AdaptivePicture {
    let sdr = try standard(hdr)
    guard options.baseIsSDR == false else {
      return AdaptivePicture(
        base: sdr, alternate: hdr.base, alternateEncoding: hdr.encoding, mapOptions: plan.mapOptions)
    }
    let keepsNumbers = hdr.encoding.transfer.isHDR && !hdr.base.format.isFloatingPoint
    let base = keepsNumbers && baseEncoding(forSDR: false) == nil ? hdr : try isoHDR(hdr)
    return AdaptivePicture(
      base: base, alternate: sdr.base, alternateEncoding: sdr.encoding,
      mapOptions: plan.mapOptions.leadingToSDR(from: hdr.knownHeadroom))
  }

  // MARK: - Size, background, metadata

  /// The picture at its final size, opaque where the format needs it, with the metadata asked for.
  package func finished(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    var result = try resized(picture)
    if options.optimizesForSharing, result.encoding != .sRGB, !result.encoding.transfer.isHDR, result.gainMap == nil,
      !result.base.format.isFloatingPoint
    {
      result = try standard(result)
    }
    if !format.abilities.contains(.alpha), result.hasAlpha {
      result.base = try result.base.flattened(onto: options.background, encoding: result.encoding)
    }
    if let turn = options.orientation { result.orientation = turn }
    if options.excludesXMP {
      result.metadata.xmp = nil
      result.metadata.extendedXMP = nil
    }
    result.metadata.apply(options.properties)
    if options.excludesGPS { result.metadata = result.metadata.removing(.location) }
    if options.embedsThumbnail { try addThumbnail(to: &result) }
    return result
  }

  /// Puts a small version where the format wants it. EXIF's has no profile, so it is sRGB.
  private func addThumbnail(to picture: inout StillImage) throws(ImageIOError) {
    guard let place = ThumbnailPlace(format), max(picture.base.width, picture.base.height) > place.longestSide else {
      return
    }
    let opaque = try picture.hasAlpha ? picture.base.flattened(onto: nil, encoding: picture.encoding) : picture.base
    let image = CGImage(bitmap: opaque, colorSpace: CGColorSpace(encoding: picture.encoding))
    let size = place.size(width: opaque.width, height: opaque.height)
    let small = try image.redrawn(width: size.width, height: size.height).bitmap
    switch place {
    case .item: picture.thumbnail = small
    case .exif:
      let shown = try PictureConverter(from: picture.encoding, to: .sRGB).convert(small, to: .rgb8)
      picture.metadata.setPreview(try JPEGWriter.encodeBase(shown, options: EncodeOptions(quality: 80)))
    }
  }

  /// The picture within the size asked for, its gain map with it.
  func resized(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    let longest = max(picture.base.width, picture.base.height)
    guard let limit = options.maxPixelSize, longest > limit else { return picture }
    func scaled(_ size: Int) -> Int { max(Int((Double(size) * Double(limit) / Double(longest)).rounded()), 1) }
    var result = picture
    let (width, height) = (scaled(picture.base.width), scaled(picture.base.height))
    let image = CGImage(bitmap: picture.base, colorSpace: CGColorSpace(encoding: picture.encoding))
    result.base = try image.redrawn(width: width, height: height).bitmap
    result.metadata = picture.metadata.ofRenderedPixels
    guard var map = picture.gainMap, map.bitmap.width > width || map.bitmap.height > height else { return result }
    // Readers refuse a map that is larger than its picture. Codes are averaged as they are: with gamma 1 that is the mean of
    // the gains in stops.
    let codes = CGImage(bitmap: map.bitmap, colorSpace: CGColorSpace(encoding: .linear(gray: map.bitmap.format.isGray)))
    let smaller = try codes.redrawn(width: min(map.bitmap.width, width), height: min(map.bitmap.height, height)).bitmap
    map.bitmap = smaller
    map.description.width = smaller.width
    map.description.height = smaller.height
    result.gainMap = map
    return result
  }
}

extension ColorEncoding {
  /// Numbers that are averaged as they are.
  fileprivate static func linear(gray: Bool) -> ColorEncoding { gray ? .linearGray : .linearSRGB }
}

extension PixelBitmap {
  fileprivate var isDeep: Bool { format.bitsPerComponent > 8 }

  /// The picture over a colour, white unless given; without alpha, with the numbers it had.
  fileprivate func flattened(
    onto color: CGColor?, encoding: ColorEncoding
  ) throws(ImageIOError) -> PixelBitmap {
    let image = CGImage(bitmap: self, colorSpace: CGColorSpace(encoding: encoding))
    guard let context = image.makeContext(width: width, height: height, isOpaque: true) else {
      throw .outOfMemory(bytes: UInt64(width) * UInt64(height) * 4)
    }
    let area = CGRect(x: 0, y: 0, width: width, height: height)
    context.setFillColor(color ?? CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    context.fill([area])
    context.draw(image, in: area)
    guard let result = context.makeImage() else { throw .internalError("a bitmap context gives no image") }
    return result.bitmap
  }
}

extension StillImage {
  /// Whether content goes above reference white, as far as is known; measured where nothing says.
  var isBrighterThanWhite: Bool { knownHeadroom > 1 }

  var hasAlpha: Bool { base.format.hasAlpha && base.alpha != .opaque }

  /// The content headroom, measured where the picture does not state it.
  var knownHeadroom: Double {
    if contentHeadroom > 0 { return contentHeadroom }
    return max(PictureLight(base, encoding: encoding).contentHeadroom, 1)
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
}
