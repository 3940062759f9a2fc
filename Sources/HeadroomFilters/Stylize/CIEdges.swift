internal import HeadroomEngine
public import HeadroomImage

/// Shows edges: how fast each channel changes.
struct Edges: FilterDefinition {
  static let name = "CIEdges"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputIntensity", minimum: 0, slider: 0...10, identity: 0) var intensity: Float = 1

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(area: Gradients.over($0, .magnitude(intensity)), extent: $0.node.extent) }
  }
}

/// Shows edges: how fast each channel changes; see `CIFilter.edges()`.
public protocol CIEdges: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How bright edges are, 0 or more.
  var intensity: Float { get set }
}

extension BuiltInFilter: CIEdges where Definition == Edges {
  var intensity: Float {
    get { definition.intensity }
    set { definition.intensity = newValue }
  }
}

extension CIFilter {
  /// Shows edges: how fast each channel changes.
  ///
  /// ## Formula
  /// With gx and gy the sums over 3 by 3 premultiplied pixels by Sobel's weights (1 2 1 across, -1 0 1 along), each
  /// channel becomes `inputIntensity * sqrt(gx^2 + gy^2)`. Beyond the extent edge pixels are repeated.
  ///
  /// ## Extended range
  /// Not clamped.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputIntensity`: default 1, 0 or more, neutral value 0.
  public class func edges() -> any CIFilter & CIEdges { BuiltInFilter<Edges>() }
}
