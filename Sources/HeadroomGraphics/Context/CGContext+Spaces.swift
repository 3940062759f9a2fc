public import Foundation

// Device space is the context's pixels, its origin the lower left corner.
extension CGContext {
  /// From drawing's coordinates to pixels.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

  /// The pixel coordinates of a point.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

  /// A size in pixels.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }

  /// The least rectangle of pixels around a rectangle.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

  /// The point of pixel coordinates.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

  /// A size of pixels in drawing's coordinates.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }

  /// The least rectangle around a rectangle of pixels.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}
