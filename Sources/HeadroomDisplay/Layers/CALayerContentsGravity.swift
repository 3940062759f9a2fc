package import Foundation

/// The placement of contents in the bounds of their layer.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Stretched to the bounds.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits into the bounds with their own proportions, in the middle.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds with their own proportions, in the middle.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
  /// In their own size, in the middle.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// In their own size, in the middle of the upper edge.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// In their own size, in the middle of the lower edge.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// In their own size, in the middle of the left edge.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// In their own size, in the middle of the right edge.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// In their own size, in the upper left corner.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// In their own size, in the upper right corner.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// In their own size, in the lower left corner.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// In their own size, in the lower right corner.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")

  /// The rectangle that contents of a size in points get in bounds; unknown names stretch.
  package func rectangle(of size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0, let place = anchor else { return bounds }
    let fitted = self.size(of: size, in: bounds.size)
    return CGRect(
      x: bounds.minX + (bounds.width - fitted.width) * place.x,
      y: bounds.minY + (bounds.height - fitted.height) * place.y, width: fitted.width, height: fitted.height)
  }

  private func size(of size: CGSize, in bounds: CGSize) -> CGSize {
    let (across, down) = (bounds.width / size.width, bounds.height / size.height)
    let factor = self == .resizeAspect ? min(across, down) : self == .resizeAspectFill ? max(across, down) : 1
    return CGSize(width: size.width * factor, height: size.height * factor)
  }

  /// The shares of the free space to the left of and above the contents; nil where they are stretched.
  private var anchor: CGPoint? {
    switch self {
    case .resizeAspect, .resizeAspectFill, .center: CGPoint(x: 0.5, y: 0.5)
    case .top: CGPoint(x: 0.5, y: 0)
    case .bottom: CGPoint(x: 0.5, y: 1)
    case .left: CGPoint(x: 0, y: 0.5)
    case .right: CGPoint(x: 1, y: 0.5)
    case .topLeft: CGPoint(x: 0, y: 0)
    case .topRight: CGPoint(x: 1, y: 0)
    case .bottomLeft: CGPoint(x: 0, y: 1)
    case .bottomRight: CGPoint(x: 1, y: 1)
    default: nil
    }
  }
}
