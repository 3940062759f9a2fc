internal import ArgumentParser
internal import Foundation
internal import Headroom

/// The `--filter` options, in order.
struct FilterChain: Sendable {
  private let expressions: [FilterExpression]
  private let limits: DecodeLimits
  /// Stops by which the light is brightened before the first filter.
  private(set) var exposure = 0.0

  /// Checks names, keys, types and ranges, so that a mistake is found before any picture is read.
  init(_ expressions: [FilterExpression], limits: DecodeLimits) throws(CommandError) {
    self.expressions = expressions
    self.limits = limits
    for expression in expressions { _ = try FilterBuilder(expression, limits: limits).makeFilter() }
  }

  /// Whether it leaves every picture as it is.
  var isEmpty: Bool { expressions.isEmpty && exposure == 0 }

  /// The chain behind a change of exposure.
  func exposed(by stops: Double) -> FilterChain {
    var result = self
    result.exposure += stops
    return result
  }

  /// Whether the filters move the pixels of an image and change no light: the author's renditions stay right.
  func onlyMovesPixels(of image: CIImage) throws(CommandError) -> Bool {
    try apply(to: image).onlyMovesPixels(of: image)
  }

  /// The image after all filters. What has no bounds is cut to those of the image.
  func apply(to image: CIImage) throws(CommandError) -> CIImage {
    var result = image
    if exposure != 0 { result = result.applyingFilter("CIExposureAdjust", parameters: ["inputEV": exposure]) }
    for expression in expressions {
      let filter = try FilterBuilder(expression, limits: limits).makeFilter()
      if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(result, forKey: kCIInputImageKey) }
      guard let output = filter.outputImage else {
        let missing = filter.inputKeys.first {
          filter.attribute(of: $0) == "CIImage" && filter.value(forKey: $0) == nil
        }
        throw .usage("--filter \(expression.name): needs \(missing ?? "another input")")
      }
      result = output
    }
    if result.extent.isInfinite { result = result.cropped(to: image.extent) }
    guard !result.extent.isEmpty, !result.extent.isNull else {
      throw .usage("--filter: the filters leave no pixels of the picture")
    }
    return result
  }
}

extension CIFilter {
  /// The class of an input's value.
  fileprivate func attribute(of key: String) -> String? {
    (attributes[key] as? [String: Any])?[kCIAttributeClass] as? String
  }
}
