internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension PlanarPicture {
  /// The picture with the meaning that its track states.
  func meaning(_ cicp: CICP) -> PlanarPicture {
    var picture = self
    if picture.coding.matrix != 0 { picture.coding.matrix = cicp.matrix }
    picture.coding.isFullRange = cicp.fullRange
    return picture
  }
}

extension CMFormatDescription.Extensions {
  mutating func removeLight() {
    for key in [Key.masteringDisplayColorVolume, .contentLightLevelInfo, .ambientViewingEnvironment] { self[key] = nil }
  }

  /// Removes what refers to pixels of another size.
  mutating func removeShape() {
    for key in [Key.cleanAperture, .pixelAspectRatio] { self[key] = nil }
  }

  /// What codes mean.
  init(color: CICP) {
    self.init()
    self[.colorPrimaries] = ImageBufferColor.name(of: color.primaries, in: ImageBufferColor.primaries).map {
      .string($0)
    }
    self[.yCbCrMatrix] = ImageBufferColor.name(of: color.matrix, in: ImageBufferColor.matrices).map { .string($0) }
    self[.transferFunction] =
      ImageBufferColor.name(of: color.transfer, in: ImageBufferColor.transfers).map { .string($0) }
    if case .gamma(let exponent)? = TransferFunction(cicpCode: color.transfer) {
      self[.transferFunction] = .transferFunction(.useGamma)
      self[.gammaLevel] = .number(exponent)
    }
  }
}
