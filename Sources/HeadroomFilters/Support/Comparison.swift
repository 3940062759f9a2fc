internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage

/// Compares the unpremultiplied colours of two images in their intersection.
protocol ComparisonFilter: FilterDefinition, PointImplementation {}

extension ComparisonFilter {
  var alphaRule: AlphaRule { .straight }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let other = inputs["inputImage2"] else { return nil }
    return image.appending(
      point: self, with: [other], extent: image.node.extent.shared(with: other.node.extent))
  }
}

extension RegisteredFilter where Self: ComparisonFilter {
  static var imageKeys: [String] { [kCIInputImageKey, "inputImage2"] }
  var isNeutral: Bool { false }
}

extension BuiltInFilter where Definition: ComparisonFilter {
  /// The second of two images to compare.
  var inputImage2: CIImage? {
    get { value(forKey: "inputImage2") as? CIImage }
    set { setValue(newValue, forKey: "inputImage2") }
  }
}
