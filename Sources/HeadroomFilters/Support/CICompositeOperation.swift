public import HeadroomImage

/// What filters that join an image with a background have in common; see `CIFilter.sourceOverCompositing()`.
public protocol CICompositeOperation: CIFilterProtocol {
  /// The upper image.
  var inputImage: CIImage? { get set }
  /// The lower image.
  var backgroundImage: CIImage? { get set }
}

extension BuiltInFilter: CICompositeOperation where Definition: BlendFilter {}
