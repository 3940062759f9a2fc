internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// What the numbers of a client's picture mean.
struct PictureTags {
  /// The codes that its attachments state; nil for a picture that states none.
  let stated: CICP?
  /// The codes that its numbers have: those that it states, or the usual ones of its form. Nil where none stand for them.
  let codes: CICP?
  let encoding: ColorEncoding
  let siting: YCbCrEncoding.Siting
  /// Whether it is luma and chroma, of how many bits, at what size.
  let planes: (bitDepth: Int, chroma: PlanarPicture.Subsampling)?
  let bitDepth: Int
  let hasAlpha: Bool

  init(_ buffer: CVPixelBuffer) {
    let format = buffer.readableFormat
    let tagged = buffer.taggedEncoding
    encoding = Self.shown(tagged ?? buffer.encoding)
    let form = buffer.ycbcr
    siting = form.siting
    var codes = CICP(encoding: encoding)
    let matrixName = OptionValues.text(CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil))
    let stated = matrixName.map { ImageBufferColor.code(of: $0, in: ImageBufferColor.matrices) } ?? CICP.unspecified
    if let primaries = codes?.primaries {
      codes?.matrix =
        stated != CICP.unspecified
        ? stated : Self.usualMatrix(primaries, isTagged: tagged != nil, isYCbCr: format.isBiplanar, form)
    }
    codes?.fullRange = format.isBiplanar && form.isFullRange
    self.codes = codes
    self.stated = tagged == nil ? nil : codes
    planes = Self.planes(buffer)
    bitDepth = planes?.bitDepth ?? (Self.eightBit.contains(CVPixelBufferGetPixelFormatType(buffer)) ? 8 : 16)
    hasAlpha = format.hasAlpha && buffer.alphaMode != .opaque
  }

  /// The curve with which displays read BT.709's codes, in place of the camera's, which has none: films state codes.
  private static func shown(_ encoding: ColorEncoding) -> ColorEncoding {
    guard encoding.transfer == .bt709 else { return encoding }
    return ColorEncoding(primaries: encoding.primaries, transfer: .bt1886)
  }

  /// The usual one beside primaries; for pictures without tags the one by which their size is read.
  private static func usualMatrix(
    _ primaries: UInt8, isTagged: Bool, isYCbCr: Bool, _ form: YCbCrEncoding
  ) -> UInt8 {
    if !isTagged, isYCbCr { return form.matrix == .bt601 ? 6 : 1 }
    switch primaries {
    case 9: return 9
    case 4, 5, 6, 7: return 6
    default: return 1
    }
  }

  private static let eightBit: Set<OSType> = [
    kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA,
    kCVPixelFormatType_32ABGR, kCVPixelFormatType_32RGBA, kCVPixelFormatType_OneComponent8,
  ]

  private static func planes(_ buffer: CVPixelBuffer) -> (bitDepth: Int, chroma: PlanarPicture.Subsampling)? {
    switch CVPixelBufferGetPixelFormatType(buffer) {
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: (8, .quarter)
    case kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: (8, .half)
    case kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: (8, .full)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      (10, .quarter)
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: (10, .half)
    case kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: (10, .full)
    default: nil
    }
  }
}

/// What a writer makes of the colours of its pictures.
struct WrittenColor {
  /// What the film states; without codes where it states nothing.
  let tags: CICP
  /// What its codes mean.
  let codes: CICP
  let siting: YCbCrEncoding.Siting

  /// - Parameters:
  ///   - wanted: nil takes the colour of the picture.
  ///   - first: the first picture.
  /// - Throws: where a picture's colour has no codes.
  init(_ wanted: CICP?, _ first: PictureTags) throws(MediaError) {
    guard var codes = wanted ?? first.codes else {
      throw MediaError(.unsupported("the pictures' colour has no codes; AVVideoColorPropertiesKey states one that has"))
    }
    codes.fullRange = first.codes?.fullRange ?? false
    self.codes = codes
    let isStated = wanted != nil || first.stated != nil
    tags =
      isStated
      ? codes
      : CICP(
        primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: CICP.unspecified, fullRange: codes.fullRange)
    siting =
      first.planes != nil ? first.siting : VideoDynamicRange(transfer: codes.transfer) == .sdr ? .left : .topLeft
  }

  var isHDR: Bool { VideoDynamicRange(transfer: codes.transfer) != .sdr }
}
