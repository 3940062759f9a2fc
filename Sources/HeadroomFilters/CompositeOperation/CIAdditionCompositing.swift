internal import HeadroomEngine
public import HeadroomImage

/// Adds the image to the background.
struct AdditionCompositing: BlendFilter {
  static let name = "CIAdditionCompositing"
  static let displayName = "Addition"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .compositeOperation, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  static let mode = BlendMode.componentAdd
}

extension CIFilter {
  /// Adds the image to the background.
  ///
  /// ## Formula
  /// `S + D` for each premultiplied component; alpha ends at 1.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// The sum, at most 1.
  ///
  /// ## Extent
  /// The union.
  public class func additionCompositing() -> any CIFilter & CICompositeOperation {
    BuiltInFilter<AdditionCompositing>()
  }
}
