internal import Foundation
internal import HeadroomColor
public import HeadroomImage
internal import HeadroomPixels

/// Rotates the picture plane so that lines meant to be vertical become so.
struct KeystoneCorrectionVertical: KeystoneDefinition {
  static let name = "CIKeystoneCorrectionVertical"
  static let displayName = "Vertical Keystone Correction"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputFocalLength") var focalLength: Float = 28
  @Input("inputTopLeft") var topLeft: CGPoint? = nil
  @Input("inputTopRight") var topRight: CGPoint? = nil
  @Input("inputBottomRight") var bottomRight: CGPoint? = nil
  @Input("inputBottomLeft") var bottomLeft: CGPoint? = nil

  var isNeutral: Bool { false }

  static func rotation(_ guides: SpaceRotation.Guides) -> Matrix3x3? { SpaceRotation.righting(guides) }
}

/// Rotates the picture plane so that lines meant to be vertical become so; see
/// `CIFilter.keystoneCorrectionVertical()`.
public protocol CIKeystoneCorrectionVertical: CIFourCoordinateGeometryFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The focal length of the camera in millimetres, on a sensor of 36 by 24 mm.
  var focalLength: Float { get set }
}

extension BuiltInFilter: CIKeystoneCorrectionVertical where Definition == KeystoneCorrectionVertical {
  var focalLength: Float {
    get { definition.focalLength }
    set { definition.focalLength = newValue }
  }
}

extension CIFilter {
  /// Rotates the picture plane so that lines meant to be vertical become so.
  ///
  /// ## Formula
  /// The directions in which the four points are seen, as in ``perspectiveRotate()``, show the left and the right
  /// pair of points as parallels, which meet in a direction V. The picture is turned about the x axis until V lies in
  /// the picture plane, then about the line of sight until it points up. Bilinear. Core Image does not publish its
  /// formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The integral bounding box of the part in front of the camera, up to where it appears ten times as large as the
  /// middle. Infinite images, and points that are missing or on one line, leave the image as it is. Colour space and
  /// content headroom are kept.
  ///
  /// ## Keys
  /// - `inputFocalLength`: default 28.
  /// - `inputTopLeft`: no default, in pixels.
  /// - `inputTopRight`: no default, in pixels.
  /// - `inputBottomRight`: no default, in pixels.
  /// - `inputBottomLeft`: no default, in pixels.
  public class func keystoneCorrectionVertical() -> any CIFilter & CIKeystoneCorrectionVertical {
    BuiltInFilter<KeystoneCorrectionVertical>()
  }
}
