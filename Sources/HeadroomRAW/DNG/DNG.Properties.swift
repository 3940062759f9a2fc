internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO

extension DNG {
  /// The `{DNG}` part of a file's properties.
  ///
  /// - Parameters:
  ///   - first: the fields of the first directory.
  ///   - raw: those of the sensor's picture, then those of the first directory.
  static func properties(first: Fields, raw: Fields) -> CFDictionary {
    var result: CFDictionary = [:]
    for (key, tag) in versions { result[key] = first.integers(tag, limit: 4)?.map { Int(clamping: $0) } }
    for (key, tag) in texts { result[key] = first.text(tag) }
    for (key, tag) in lists { result[key] = raw.numbers(tag).flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil } }
    for (key, tag) in numbers { result[key] = raw.numbers(tag)?.first.flatMap { $0.isFinite ? $0 : nil } }
    for (key, tag) in illuminants { result[key] = first.integer(tag).map { Int(clamping: $0) } }
    result[kCGImagePropertyDNGActiveArea] = raw.integers(Tag.activeArea, limit: 4)?.map { Int(clamping: $0) }
    return result
  }

  private static let versions = [
    kCGImagePropertyDNGVersion: Tag.version, kCGImagePropertyDNGBackwardVersion: Tag.backwardVersion,
  ]

  private static let texts: [CFString: UInt16] = [
    kCGImagePropertyDNGUniqueCameraModel: Tag.uniqueCameraModel, kCGImagePropertyDNGLocalizedCameraModel: 50709,
    kCGImagePropertyDNGCameraSerialNumber: 50735,
  ]

  private static let lists: [CFString: UInt16] = [
    kCGImagePropertyDNGBlackLevel: Tag.blackLevel, kCGImagePropertyDNGWhiteLevel: Tag.whiteLevel,
    kCGImagePropertyDNGLensInfo: 50736, kCGImagePropertyDNGColorMatrix1: Tag.colorMatrix[0],
    kCGImagePropertyDNGColorMatrix2: Tag.colorMatrix[1], kCGImagePropertyDNGAsShotNeutral: Tag.asShotNeutral,
    kCGImagePropertyDNGAsShotWhiteXY: Tag.asShotWhiteXY,
  ]

  private static let numbers = [
    kCGImagePropertyDNGBaselineExposure: Tag.baselineExposure, kCGImagePropertyDNGBaselineNoise: Tag.baselineNoise,
    kCGImagePropertyDNGBaselineSharpness: Tag.baselineSharpness,
  ]

  private static let illuminants = [
    kCGImagePropertyDNGCalibrationIlluminant1: Tag.illuminant[0],
    kCGImagePropertyDNGCalibrationIlluminant2: Tag.illuminant[1],
  ]
}
