internal import Foundation
internal import HeadroomColor
public import HeadroomImage
internal import HeadroomPixels

/// Rotates the picture plane so that lines meant to be vertical or horizontal become so.
struct KeystoneCorrectionCombined: KeystoneDefinition {
  static let name = "CIKeystoneCorrectionCombined"
  static let displayName = "Combined Keystone Correction"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputFocalLength") var focalLength: Float = 28
  @Input("inputTopLeft") var topLeft: CGPoint? = nil
  @Input("inputTopRight") var topRight: CGPoint? = nil
  @Input("inputBottomRight") var bottomRight: CGPoint? = nil
  @Input("inputBottomLeft") var bottomLeft: CGPoint? = nil

  var isNeutral: Bool { false }

  static func rotation(_ guides: SpaceRotation.Guides) -> Matrix3x3? { SpaceRotation.straightening(guides) }
}

/// Rotates the picture plane so that lines meant to be vertical or horizontal become so; see
/// `CIFilter.keystoneCorrectionCombined()`.
public protocol CIKeystoneCorrectionCombined: CIFourCoordinateGeometryFilter {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The focal length of the camera in millimetres, on a sensor of 36 by 24 mm.
  var focalLength: Float { get set }
}

extension BuiltInFilter: CIKeystoneCorrectionCombined where Definition == KeystoneCorrectionCombined {
  var focalLength: Float {
    get { definition.focalLength }
    set { definition.focalLength = newValue }
  }
}

extension CIFilter {
  /// Rotates the picture plane so that lines meant to be vertical or horizontal become so.
  ///
  /// ## Formula
  /// The directions in which the four points are seen, as in ``perspectiveRotate()``, show the four points as corners
  /// of a rectangle: its left and right sides meet in a direction V, the upper and the lower in a direction H (cross
  /// products of the planes through the eye). The picture is rotated so that V points up, and H as far to the right as
  /// possible. Bilinear. Core Image does not publish its formula.
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
  public class func keystoneCorrectionCombined() -> any CIFilter & CIKeystoneCorrectionCombined {
    BuiltInFilter<KeystoneCorrectionCombined>()
  }
}
