internal import Foundation
package import HeadroomColor
package import HeadroomPixels
internal import Synchronization

extension CVPixelBuffer {
  /// The encoding that the attachments state; nil where they state none.
  ///
  /// A colour space wins over an ICC profile, which wins over primaries and transfer function;
  /// of these, both are needed.
  package var taggedEncoding: ColorEncoding? { taggedColorSpace?.encoding }

  /// The meaning of the buffer's numbers: the encoding that the attachments state, otherwise the usual
  /// one of the pixel format.
  ///
  /// Without attachments, 8- and 10-bit RGB is sRGB, floating point extended sRGB, gray has gamma 2.2, measurements are
  /// linear, and Y'CbCr is BT.709 or, below 720 lines and 1280 columns, BT.601. HDR is never guessed.
  package var encoding: ColorEncoding { taggedEncoding ?? defaultEncoding }

  /// The space that the attachments name.
  var taggedColorSpace: CGColorSpace? {
    ImageBufferColor.colorSpace(of: attachments.withLock { $0 }.entries.mapValues { $0.value })
  }

  private var defaultEncoding: ColorEncoding {
    let format = layout.format
    if format.isMeasurement { return .extendedLinearGray }
    let pixels = format.pixelFormat
    if pixels.isGray { return pixels.isFloatingPoint ? .extendedGray : .genericGrayGamma22 }
    guard pixels.isBiplanar else { return pixels.isFloatingPoint ? .extendedSRGB : .sRGB }
    let primaries: ColorPrimaries = isHighDefinition ? .bt709 : layout.height == 576 ? .ebu : .smpteC
    return ColorEncoding(primaries: primaries, transfer: .bt709)
  }

  private var isHighDefinition: Bool { layout.height >= 720 || layout.width >= 1280 }

  /// How luma and chroma represent colour; without meaning for other formats.
  package var ycbcr: YCbCrEncoding {
    let attached = attachments.withLock { $0 }
    let matrixName = attached[kCVImageBufferYCbCrMatrixKey]?.value as? String
    let code = matrixName.map { ImageBufferColor.matrixCode(of: $0) }
    let matrix =
      code.flatMap { MatrixCoefficients(cicpCode: $0) }.flatMap(\.lumaMatrix) ?? (isHighDefinition ? .bt709 : .bt601)
    let location = attached[kCVImageBufferChromaLocationTopFieldKey]?.value as? String
    return YCbCrEncoding(
      matrix: matrix, isFullRange: layout.format.isFullRange,
      siting: ImageBufferColor.siting(of: location) ?? (matrix == .bt2020 ? .topLeft : .left))
  }

  /// The HDR metadata that is attached; parts whose bytes are damaged are left out.
  package var hdrMetadata: HDRMetadata {
    func bytes(_ key: String) -> Data? { attachment(forKey: key)?.value as? Data }
    return HDRMetadata(
      mastering: bytes(kCVImageBufferMasteringDisplayColorVolumeKey).flatMap {
        try? MasteringDisplayColorVolume(seiBytes: $0)
      },
      lightLevel: bytes(kCVImageBufferContentLightLevelInfoKey).flatMap { try? ContentLightLevel(seiBytes: $0) },
      ambient: bytes(kCVImageBufferAmbientViewingEnvironmentKey).flatMap {
        try? AmbientViewingEnvironment(seiBytes: $0)
      })
  }

  /// The linear ratio of the brightest content to reference white; 0 for unknown.
  ///
  /// The surface's value, otherwise the one that follows from the attachments and the encoding.
  package var contentHeadroom: Float {
    if let surface, surface.contentHeadroom >= 1 { return surface.contentHeadroom }
    return Float(hdrMetadata.contentHeadroom(for: encoding).value)
  }
}

extension MatrixCoefficients {
  /// The matrix of the kinds that are one.
  package var lumaMatrix: YCbCrMatrix? {
    if case .ycbcr(let matrix) = self { matrix } else { nil }
  }
}
