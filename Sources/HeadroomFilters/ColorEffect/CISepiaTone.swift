internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Turns colour into shades of brown.
struct SepiaTone: ColorMatrixFilter {
  static let name = "CISepiaTone"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video, .xmpSerializable,
  ]

  @Input("inputIntensity", minimum: 0, slider: 0...1, identity: 0) var intensity: Float = 1

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    ColorMatrix(Matrix3x3.identity.mixed(with: Self.brown, share: Double(intensity)))
  }

  private static let brown = Matrix3x3(rows: [0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131])
}

/// Turns colour into shades of brown; see `CIFilter.sepiaTone()`.
public protocol CISepiaTone: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How much, 0 or more; 0 leaves the image as it is, 1 is the full effect.
  var intensity: Float { get set }
}

extension BuiltInFilter: CISepiaTone where Definition == SepiaTone {
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
}

extension CIFilter {
  /// Turns colour into shades of brown.
  ///
  /// ## Formula
  /// `c + inputIntensity * (M c - c)` with the rows of M (0.393, 0.769, 0.189), (0.349, 0.686, 0.168), (0.272, 0.534,
  /// 0.131), the matrix in wide use. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear and unclamped.
  ///
  /// ## Alpha
  /// Kept; the same on premultiplied colour.
  ///
  /// ## Keys
  /// - `inputIntensity`: default 1, 0 or more, neutral value 0.
  public class func sepiaTone() -> any CIFilter & CISepiaTone { BuiltInFilter<SepiaTone>() }
}
