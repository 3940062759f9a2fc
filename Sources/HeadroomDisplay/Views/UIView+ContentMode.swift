extension UIView {
  /// How contents of another size fill a view. Contents are not clipped at the view's edges.
  public enum ContentMode: Int, Hashable, Sendable, CaseIterable {
    /// Stretched to the view.
    case scaleToFill = 0
    /// As large as fits, with their own proportions, in the middle.
    case scaleAspectFit = 1
    /// As small as covers the view, with their own proportions, in the middle.
    case scaleAspectFill = 2
    /// Redrawn when the size changes; otherwise as ``scaleToFill``.
    case redraw = 3
    /// In their own size, in the middle.
    case center = 4
    /// In their own size, in the middle of the upper edge.
    case top = 5
    /// In their own size, in the middle of the lower edge.
    case bottom = 6
    /// In their own size, in the middle of the left edge.
    case left = 7
    /// In their own size, in the middle of the right edge.
    case right = 8
    /// In their own size, in the upper left corner.
    case topLeft = 9
    /// In their own size, in the upper right corner.
    case topRight = 10
    /// In their own size, in the lower left corner.
    case bottomLeft = 11
    /// In their own size, in the lower right corner.
    case bottomRight = 12

    var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      case .topLeft: .topLeft
      case .topRight: .topRight
      case .bottomLeft: .bottomLeft
      case .bottomRight: .bottomRight
      }
    }
  }
}
