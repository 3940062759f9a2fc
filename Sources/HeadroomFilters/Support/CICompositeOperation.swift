public import HeadroomImage

/// The inputs shared by filters that combine an image with a background; see `CIFilter.sourceOverCompositing()`.
public protocol CICompositeOperation: CIFilterProtocol {
  /// The upper image.
  var inputImage: CIImage? { get set }
  /// The lower image.
  var backgroundImage: CIImage? { get set }
}

extension BuiltInFilter: CICompositeOperation where Definition: BlendFilter {}
