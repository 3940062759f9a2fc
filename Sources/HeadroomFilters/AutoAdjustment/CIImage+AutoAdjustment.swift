internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Options of `CIImage.autoAdjustmentFilters(options:)`.
public struct CIImageAutoAdjustmentOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether light and colour are adjusted, a Boolean; default true.
  public static let enhance = Self(rawValue: "kCIImageAutoAdjustEnhance")
  /// Whether red eyes are corrected. Eyes are not detected here, so it adds no filter.
  public static let redEye = Self(rawValue: "kCIImageAutoAdjustRedEye")
  /// Faces that were detected. They change nothing here.
  public static let features = Self(rawValue: "kCIImageAutoAdjustFeatures")
  /// Whether the picture is cropped to its subject. Subjects are not detected here, so it adds no filter.
  public static let crop = Self(rawValue: "kCIImageAutoAdjustCrop")
  /// Whether the horizon is levelled. Horizons are not detected here, so it adds no filter.
  public static let level = Self(rawValue: "kCIImageAutoAdjustLevel")
}

extension CIImage {
  /// Filters that improve this image, with their values. Apply the first to this image and each next one to the result
  /// of the one before.
  ///
  /// A small rendering of the image is analysed: `CIExposureAdjust` brings the median lightness halfway to 46 % (by at
  /// most one stop, and no further than the highlights allow), `CIHighlightShadowAdjust` lifts shadows that cover more
  /// than a quarter of the picture, `CIToneCurve` spreads flat pictures, `CIVibrance` strengthens weak colours. Filters
  /// without a visible effect are left out. Light above 1 stays above 1. Core Image's own analysis, which also finds
  /// faces, is not published.
  ///
  /// - Parameter options: see ``CIImageAutoAdjustmentOption``; all of the above unless
  ///   ``CIImageAutoAdjustmentOption/enhance`` is false.
  /// - Returns: the filters; none for empty and infinite images, and for images that need none.
  public func autoAdjustmentFilters(options: [CIImageAutoAdjustmentOption: Any]? = nil) -> [CIFilter] {
    guard OptionValues.flag(options?[.enhance]) ?? true, let adjustment = AutoAdjustment(of: self) else { return [] }
    return adjustment.filters
  }

  /// As ``autoAdjustmentFilters(options:)`` without options.
  public func autoAdjustmentFilters() -> [CIFilter] { autoAdjustmentFilters(options: nil) }
}

/// The adjustments that the distribution of light in a picture calls for.
package struct AutoAdjustment {
  package static let filterNames: Set = ["CIExposureAdjust", "CIHighlightShadowAdjust", "CIToneCurve", "CIVibrance"]

  /// Lightness in ascending order: the square root of luma, roughly as eyes perceive it.
  private let lightness: [Float]
  /// Difference between the channels' roots, on average.
  private let saturation: Float

  /// The longer side of the analysed copy, at most: shares of the picture's area need no more pixels.
  private static let side: CGFloat = 192

  package init?(of image: CIImage) {
    let extent = image.extent
    guard !extent.isNull, !extent.isInfinite, extent.width >= 1, extent.height >= 1,
      extent.width.isFinite, extent.height.isFinite
    else { return nil }
    let scale = min(Self.side / max(extent.width, extent.height), 1)
    let origin = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
    let small = image.transformed(by: origin.concatenating(CGAffineTransform(scaleX: scale, y: scale)))
    let (width, height) = (Int((extent.width * scale).rounded(.up)), Int((extent.height * scale).rounded(.up)))
    var values = [Float](repeating: 0, count: width * height * 4)
    unsafe values.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe CIContext(options: [.cacheIntermediates: false]).render(
        small, toBitmap: base, rowBytes: width * 16, bounds: CGRect(x: 0, y: 0, width: width, height: height),
        format: .RGBAf, colorSpace: CGColorSpace(encoding: .extendedLinearSRGB))
    }
    var (lightness, spread): ([Float], Float) = ([], 0)
    for i in stride(from: 0, to: values.count, by: 4) where values[i + 3] > 0.5 {
      let (r, g, b) = (values[i] / values[i + 3], values[i + 1] / values[i + 3], values[i + 2] / values[i + 3])
      let luma = 0.2125 * r + 0.7154 * g + 0.0721 * b
      guard luma.isFinite else { continue }
      lightness.append(max(luma, 0).squareRoot())
      spread += min(max(r, g, b, 0).squareRoot(), 1) - min(max(min(r, g, b), 0).squareRoot(), 1)
    }
    guard lightness.count >= 16 else { return nil }
    saturation = spread / Float(lightness.count)
    self.lightness = lightness.sorted()
  }

  /// The lightness below which this share of the picture lies.
  private func lightness(at share: Float) -> Float { lightness[Int(share * Float(lightness.count - 1))] }

  private func share(below limit: Float) -> Float {
    Float(lightness.count { $0 < limit }) / Float(lightness.count)
  }

  package var filters: [CIFilter] {
    let gain = gain
    return [exposure(gain), shadows(gain), contrast(gain), colors].compactMap { $0 }
  }

  /// Half the distance, in stops, from the median to the middle.
  private var gain: Float {
    let median = max(lightness(at: 0.5), 0.02)
    let wanted = log2(Self.middle * Self.middle / (median * median)) / 2
    // Highlights that are not clipped yet stay unclipped.
    let highlight = max(lightness(at: 0.99), 0.02)
    let room = max(log2(1 / (highlight * highlight)), 0)
    return wanted > 0 ? min(wanted, 1, room) : max(wanted, -1)
  }

  /// The lightness of a mid grey.
  private static let middle: Float = 0.46

  private func exposure(_ gain: Float) -> CIFilter? {
    abs(gain) < 0.05 ? nil : Self.filter("CIExposureAdjust", ["inputEV": gain])
  }

  private func shadows(_ gain: Float) -> CIFilter? {
    // The share that is still dark after the exposure change.
    let dark = share(below: 0.25 / exp2(gain / 2))
    let amount = min(max(dark - 0.25, 0) * 0.8, 0.4)
    return amount < 0.02
      ? nil : Self.filter("CIHighlightShadowAdjust", ["inputShadowAmount": amount, "inputHighlightAmount": 1])
  }

  private func contrast(_ gain: Float) -> CIFilter? {
    let width = (lightness(at: 0.95) - lightness(at: 0.05)) * exp2(gain / 2)
    let amount = min(max(0.6 - width, 0) * 0.15, 0.06)
    guard amount >= 0.005 else { return nil }
    let points: [String: Any] = [
      "inputPoint1": CIVector(x: 0.25, y: CGFloat(0.25 - amount)),
      "inputPoint3": CIVector(x: 0.75, y: CGFloat(0.75 + amount)), "inputExtrapolate": true,
    ]
    return Self.filter("CIToneCurve", points)
  }

  private var colors: CIFilter? {
    // A grey picture stays grey.
    let amount = saturation < 0.01 ? 0 : min(max(0.25 - saturation, 0) * 1.2, 0.25)
    return amount < 0.02 ? nil : Self.filter("CIVibrance", ["inputAmount": amount])
  }

  private static func filter(_ name: String, _ values: [String: Any]) -> CIFilter? {
    let filter = CIFilter(name: name)
    for (key, value) in values { filter?.setValue(value, forKey: key) }
    return filter
  }
}
