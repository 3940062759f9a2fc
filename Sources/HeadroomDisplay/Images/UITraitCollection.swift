public import Foundation

/// Whether interfaces are dark on light or the other way round.
public enum UIUserInterfaceStyle: Int, Hashable, Sendable, CaseIterable {
  case unspecified = 0
  case light = 1
  case dark = 2
}

/// Where something is shown, as far as images care.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class UITraitCollection: NSObject, @unchecked Sendable {
  // Proof: constants.
  /// Pixels per point; 0 where it is not specified.
  public final let displayScale: CGFloat
  /// Here only what was said: all colours are those of the light style.
  public final let userInterfaceStyle: UIUserInterfaceStyle

  init(displayScale: CGFloat, style: UIUserInterfaceStyle) {
    self.displayScale = displayScale > 0 && displayScale.isFinite ? displayScale : 0
    userInterfaceStyle = style
  }

  /// Nothing is specified.
  public override convenience init() { self.init(displayScale: 0, style: .unspecified) }

  /// Traits with a number of pixels per point.
  public convenience init(displayScale: CGFloat) { self.init(displayScale: displayScale, style: .unspecified) }

  /// Traits with a style.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(displayScale: 0, style: userInterfaceStyle)
  }

  /// Those of the main screen, in the light style.
  public class var current: UITraitCollection { UITraitCollection(displayScale: MainScreen.scale, style: .light) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return displayScale == other.displayScale && userInterfaceStyle == other.userInterfaceStyle
  }
  open override var hash: Int { displayScale.hashValue ^ userInterfaceStyle.hashValue }
}

extension UIScreen {
  /// The screen's pixels per point, and the light style.
  public var traitCollection: UITraitCollection { UITraitCollection(displayScale: scale, style: .light) }
}

extension UIImage {
  /// The traits that the image is made for: its scale.
  public var traitCollection: UITraitCollection { UITraitCollection(displayScale: scale) }
}
