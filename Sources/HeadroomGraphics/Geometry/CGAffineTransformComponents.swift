public import Foundation

/// An affine transform taken apart: scale, then shear along x, then rotation, then translation.
public struct CGAffineTransformComponents: Hashable, Codable, Sendable {
  /// The scale applied first. A negative height means that the transform mirrors.
  public var scale: CGSize
  /// The shear applied second: how far x moves per unit of y.
  public var horizontalShear: CGFloat
  /// The rotation applied third, in radians from the x axis towards the y axis.
  public var rotation: CGFloat
  /// The shift applied last.
  public var translation: CGVector

  /// Makes components that are all zero.
  public init() {
    self.init(scale: CGSize(width: 0, height: 0), horizontalShear: 0, rotation: 0, translation: .zero)
  }

  /// Makes components from their values.
  public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Makes the transform that `components` describe; the inverse of ``decomposed()``.
  public init(_ components: CGAffineTransformComponents) {
    let scale = CGAffineTransform(scaleX: components.scale.width, y: components.scale.height)
    let shear = CGAffineTransform(a: 1, b: 0, c: components.horizontalShear, d: 1, tx: 0, ty: 0)
    let rotation = CGAffineTransform(rotationAngle: components.rotation)
    let shift = CGAffineTransform(translationX: components.translation.dx, y: components.translation.dy)
    self = scale.concatenating(shear).concatenating(rotation).concatenating(shift)
  }

  /// Takes the transform apart into scale, shear, rotation and translation, in that order of application.
  ///
  /// A mirroring transform gets one negative scale: the one that leaves the smaller rotation, and the vertical one
  /// where both are equal. Putting the parts together again gives the same transform up to rounding; a transform that
  /// flattens the plane keeps only its defined parts.
  public func decomposed() -> CGAffineTransformComponents {
    var angle = atan2(b, a)
    var scaleX = hypot(a, b)
    if scaleX == 0 {
      // Nothing is left of the x axis: the y axis alone gives the rotation.
      angle = atan2(-c, d)
    }
    var scaleY = d * cos(angle) - c * sin(angle)
    if scaleY < 0 && abs(angle) > .pi / 2 {
      angle += angle > 0 ? -.pi : .pi
      scaleX = -scaleX
      scaleY = -scaleY
    }
    let shearedX = c * cos(angle) + d * sin(angle)
    let shear = scaleY == 0 ? 0 : shearedX / scaleY
    return CGAffineTransformComponents(
      scale: CGSize(width: scaleX, height: scaleY), horizontalShear: shear, rotation: angle,
      translation: CGVector(dx: tx, dy: ty))
  }
}

/// Takes a transform apart; see ``CGAffineTransform/decomposed()``.
public func CGAffineTransformDecompose(_ transform: CGAffineTransform) -> CGAffineTransformComponents {
  transform.decomposed()
}

/// Makes a transform from its parts; see ``CGAffineTransformComponents``.
public func CGAffineTransformMakeWithComponents(_ components: CGAffineTransformComponents) -> CGAffineTransform {
  CGAffineTransform(components)
}
