public import Foundation
public import HeadroomGraphics
public import HeadroomImage

/// The options of the older RAW filter, whose settings are properties of ``CIRAWFilter`` now.
public struct CIRAWFilterOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension CIRAWFilterOption {
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property isDraftModeEnabled")
  public static let allowDraftMode = CIRAWFilterOption(rawValue: "allowDraftMode")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property decoderVersion")
  public static let decoderVersion = CIRAWFilterOption(rawValue: "decoderVersion")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property baselineExposure")
  public static let baselineExposure = CIRAWFilterOption(rawValue: "baselineExposure")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property boostAmount")
  public static let boost = CIRAWFilterOption(rawValue: "boost")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property boostShadowAmount")
  public static let boostShadowAmount = CIRAWFilterOption(rawValue: "boostShadowAmount")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property isGamutMappingEnabled")
  public static let disableGamutMap = CIRAWFilterOption(rawValue: "disableGamutMap")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property colorNoiseReductionAmount")
  public static let enableChromaticNoiseTracking = CIRAWFilterOption(rawValue: "enableChromaticNoiseTracking")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property sharpnessAmount")
  public static let enableSharpening = CIRAWFilterOption(rawValue: "enableSharpening")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property orientation")
  public static let ignoreImageOrientation = CIRAWFilterOption(rawValue: "ignoreImageOrientation")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property orientation")
  public static let imageOrientation = CIRAWFilterOption(rawValue: "imageOrientation")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property linearSpaceFilter")
  public static let linearSpaceFilter = CIRAWFilterOption(rawValue: "linearSpaceFilter")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property luminanceNoiseReductionAmount")
  public static let luminanceNoiseReductionAmount = CIRAWFilterOption(rawValue: "luminanceNoiseReductionAmount")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property colorNoiseReductionAmount")
  public static let colorNoiseReductionAmount = CIRAWFilterOption(rawValue: "colorNoiseReductionAmount")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property neutralChromaticity")
  public static let neutralChromaticityX = CIRAWFilterOption(rawValue: "neutralChromaticityX")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property neutralTemperature")
  public static let neutralTemperature = CIRAWFilterOption(rawValue: "neutralTemperature")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property neutralTint")
  public static let neutralTint = CIRAWFilterOption(rawValue: "neutralTint")
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its property scaleFactor")
  public static let scaleFactor = CIRAWFilterOption(rawValue: "scaleFactor")
}

extension CIFilter {
  @available(*, unavailable, message: "use CIRAWFilter(imageURL:) and its properties")
  public convenience init!(imageURL url: URL!, options: [AnyHashable: Any]! = [:]) { nil }

  @available(*, unavailable, message: "use CIRAWFilter(imageData:identifierHint:) and its properties")
  public convenience init!(imageData data: Data!, options: [AnyHashable: Any]! = [:]) { nil }

  @available(*, unavailable, message: "use CIRAWFilter(cvPixelBuffer:properties:) and its properties")
  public convenience init!(
    cvPixelBuffer pixelBuffer: CVPixelBuffer!, properties: [AnyHashable: Any]!, options: [AnyHashable: Any]!
  ) { nil }
}
