internal import Foundation
internal import HeadroomColor
internal import HeadroomImage

/// A filter that derives the camera's orientation from four points, all of which are needed.
protocol KeystoneDefinition: FourCornerDefinition where Corner == CGPoint? {
  var focalLength: Float { get }
  /// The rotation of the picture plane for the lines through the corners.
  static func rotation(_ guides: SpaceRotation.Guides) -> Matrix3x3?
}

extension KeystoneDefinition {
  /// Top left, top right, bottom right, bottom left; nil where one is missing.
  var guideCorners: [CGPoint]? {
    let corners = [topLeft, topRight, bottomRight, bottomLeft].compactMap { $0 }
    return corners.count == 4 ? corners : nil
  }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let corners = guideCorners else { return inputs.main }
    return image.rotatedInSpace(focalLength: focalLength) { eye in eye.guides(corners).flatMap(Self.rotation) }
  }
}
