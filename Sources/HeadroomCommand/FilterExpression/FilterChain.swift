internal import ArgumentParser
internal import Foundation
internal import Headroom

/// What is done to a picture's pixels: the `--filter` options in order, then the overlay.
struct FilterChain: Sendable {
  private let expressions: [FilterExpression]
  private let limits: DecodeLimits
  /// Stops by which the light is brightened before the first filter.
  private(set) var exposure = 0.0
  let overlay: Overlay?

  /// Checks names, keys, types and ranges, so that a mistake is found before any picture is read.
  init(_ expressions: [FilterExpression], overlay: Overlay? = nil, limits: DecodeLimits) throws(CommandError) {
    self.expressions = expressions
    self.overlay = overlay
    self.limits = limits
    for expression in expressions { _ = try FilterBuilder(expression, limits: limits).makeFilter() }
  }

  /// Whether it leaves every picture as it is.
  var isEmpty: Bool { !hasFilters && overlay == nil }
  /// Whether something is done to the picture's own light.
  var hasFilters: Bool { !expressions.isEmpty || exposure != 0 }

  /// The image with the overlay on it, for a rendition of this headroom.
  func overlaid(on image: CIImage, headroom: Double) throws(CommandError) -> CIImage {
    try overlay?.apply(to: image, headroom: headroom) ?? image
  }

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
      let builder = try FilterBuilder(expression, limits: limits)
      let filter = try builder.makeFilter()
      // A photo ends where its frame does: what looks at a pixel's neighbours finds the edge repeated, not darkness,
      // and the picture keeps its size.
      let frame = builder.looksAround && !result.extent.isInfinite ? result.extent : nil
      if filter.inputKeys.contains(kCIInputImageKey) {
        filter.setValue(frame == nil ? result : result.clampedToExtent(), forKey: kCIInputImageKey)
      }
      guard let output = filter.outputImage else {
        let missing = filter.inputKeys.first {
          filter.attribute(of: $0) == "CIImage" && filter.value(forKey: $0) == nil
        }
        throw .usage("--filter \(expression.name): needs \(missing ?? "another input")")
      }
      result = frame.map { output.cropped(to: $0) } ?? output
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
