internal import HeadroomColor
public import HeadroomImage
internal import HeadroomPixels

/// Rotates the picture plane in space, as if the camera had been turned.
struct PerspectiveRotate: FilterDefinition {
  static let name = "CIPerspectiveRotate"
  static let introduced = FilterAvailability(iOS: "13.0", macOS: "10.15")
  static let categories: [FilterCategory] = [.geometryAdjustment, .highDynamicRange, .stillImage, .video]

  @Input("inputFocalLength") var focalLength: Float = 28
  @Input("inputPitch", type: .angle, identity: 0, example: 0.2) var pitch: Float = 0
  @Input("inputYaw", type: .angle, identity: 0, example: 0.3) var yaw: Float = 0
  @Input("inputRoll", type: .angle, identity: 0) var roll: Float = 0

  var isNeutral: Bool { pitch == 0 && yaw == 0 && roll == 0 }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.rotatedInSpace(focalLength: focalLength) { _ in
      SpaceRotation.roll(Double(roll)) * SpaceRotation.yaw(Double(yaw)) * SpaceRotation.pitch(Double(pitch))
    }
  }
}

/// Rotates the picture plane in space, as if the camera had been turned; see `CIFilter.perspectiveRotate()`.
public protocol CIPerspectiveRotate: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The focal length of the camera in millimetres, on a sensor of 36 by 24 mm.
  var focalLength: Float { get set }
  /// The angle about the axis to the right, in radians.
  var pitch: Float { get set }
  /// The angle about the axis upwards, in radians.
  var yaw: Float { get set }
  /// The angle about the line of sight, in radians.
  var roll: Float { get set }
}

extension BuiltInFilter: CIPerspectiveRotate where Definition == PerspectiveRotate {
  var focalLength: Float {
    get { definition.focalLength }
    set { definition.focalLength = newValue }
  }
  var pitch: Float {
    get { definition.pitch }
    set { definition.pitch = newValue }
  }
  var yaw: Float {
    get { definition.yaw }
    set { definition.yaw = newValue }
  }
  var roll: Float {
    get { definition.roll }
    set { definition.roll = newValue }
  }
}

extension CIFilter {
  /// Rotates the picture plane in space, as if the camera had been turned.
  ///
  /// ## Formula
  /// A pixel at (x, y) from the middle of the extent looks in the direction (x, y, f), with f =
  /// `inputFocalLength / 43.27` times the diagonal of the extent (the focal length of a camera with a sensor of 36 by
  /// 24 mm). That direction is rotated by `inputPitch` about the x axis, then by `inputYaw` about the y axis, then by
  /// `inputRoll` about the z axis, right-handed, and projected again at f. Bilinear. Core Image does not publish its
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
  /// middle. Infinite images stay as they are. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputFocalLength`: default 28.
  /// - `inputPitch`: default and neutral value 0, in radians.
  /// - `inputYaw`: default and neutral value 0, in radians.
  /// - `inputRoll`: default and neutral value 0, in radians.
  public class func perspectiveRotate() -> any CIFilter & CIPerspectiveRotate { BuiltInFilter<PerspectiveRotate>() }
}
