internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage

/// Changes saturation, brightness and contrast, in this order.
struct ColorControls: ColorMatrixFilter {
  static let name = "CIColorControls"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputSaturation", minimum: 0, slider: 0...2, identity: 1) var saturation: Float = 1
  @Input("inputBrightness", minimum: -1, slider: -1...1, identity: 0, example: 0.1) var brightness: Float = 0
  @Input("inputContrast", minimum: 0, slider: 0.25...4, identity: 1, example: 1.2) var contrast: Float = 1

  func matrix(in space: WorkingSpace) -> ColorMatrix {
    let (saturation, brightness, contrast) = (Double(saturation), Double(brightness), Double(contrast))
    let constant = (brightness - 0.5) * contrast + 0.5
    let weights = Luma.matrix.mixed(with: .identity, share: saturation)
    return ColorMatrix(weights.scaled(by: contrast), bias: SIMD3(repeating: constant))
  }
}

/// Changes saturation, brightness and contrast; see `CIFilter.colorControls()`.
public protocol CIColorControls: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Distance from grey; 0 makes grey, 1 leaves it as it is, more is more colourful.
  var saturation: Float { get set }
  /// Added to linear light; 0 leaves it as it is.
  var brightness: Float { get set }
  /// Distance from 0.5 linear; 1 leaves it as it is.
  var contrast: Float { get set }
}

extension BuiltInFilter: CIColorControls where Definition == ColorControls {
  var saturation: Float {
    get { definition.saturation }
    set { definition.saturation = newValue }
  }
  var brightness: Float {
    get { definition.brightness }
    set { definition.brightness = newValue }
  }
  var contrast: Float {
    get { definition.contrast }
    set { definition.contrast = newValue }
  }
}

extension CIFilter {
  /// Changes saturation, brightness and contrast, in this order.
  ///
  /// ## Formula
  /// With `grey = 0.2125 r + 0.7154 g + 0.0721 b`: `c = grey + saturation * (c - grey)`, then `c + brightness`, then
  /// `(c - 0.5) * contrast + 0.5`, in linear light; 0.5 is half of reference white, not the middle grey of a display.
  ///
  /// ## Extended range
  /// Nothing is clamped on either side.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  ///
  /// ## Keys
  /// - `inputSaturation`: default and neutral value 1, 0 or more.
  /// - `inputBrightness`: default and neutral value 0, -1 or more.
  /// - `inputContrast`: default and neutral value 1, 0 or more.
  public class func colorControls() -> any CIFilter & CIColorControls { BuiltInFilter<ColorControls>() }
}
