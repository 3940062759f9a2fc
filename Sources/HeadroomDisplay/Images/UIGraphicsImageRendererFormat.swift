public import Foundation
internal import HeadroomRAW

/// The format of a ``UIGraphicsImageRenderer``'s images: pixels per point, transparency, range.
open class UIGraphicsImageRendererFormat: NSObject {
  /// The range of light that the pixels hold.
  public enum Range: Int, Hashable, Sendable, CaseIterable {
    /// As ``automatic``.
    case unspecified = -1
    /// ``extended`` if the main screen shows more than reference white, otherwise ``standard``.
    case automatic = 0
    /// Half floats in extended sRGB: light above reference white and colours beyond sRGB are kept.
    case extended = 1
    /// 8 bits in sRGB; HDR images are tone mapped when they are drawn.
    case standard = 2
  }

  /// Pixels per point. Default: the main screen's. Numbers of 0 and less count as 1.
  open var scale: CGFloat
  /// Whether the pixels have no alpha; they then start as black. Default false.
  open var opaque = false
  /// The range that the pixels should hold. Default ``Range/automatic``.
  open var preferredRange = Range.automatic

  /// A format for the main screen.
  public override init() { scale = MainScreen.scale }

  /// A format for the main screen.
  public class func `default`() -> Self { self.init(scale: MainScreen.scale) }

  /// A format for the main screen, in the range that it shows.
  public class func preferred() -> Self { self.init(scale: MainScreen.scale) }

  /// A format with a scale.
  required public init(scale: CGFloat) { self.scale = scale }

  /// A format for the screen of some traits: their ``UITraitCollection/displayScale``, or the main screen's without one.
  public convenience init(for traitCollection: UITraitCollection) {
    self.init(scale: traitCollection.displayScale > 0 ? traitCollection.displayScale : MainScreen.scale)
  }

  /// The rectangle of points that images of this format show: that of the renderer that uses it; zero before.
  open internal(set) var bounds = CGRect.zero

  /// Whether the pixels hold more than sRGB and its range: the older name of ``preferredRange``.
  open var prefersExtendedRange: Bool {
    get { preferredRange == .extended || (preferredRange != .standard && supportsHighDynamicRange) }
    set { preferredRange = newValue ? .extended : .standard }
  }

  /// Whether the pixels will hold light above reference white.
  open var supportsHighDynamicRange: Bool {
    switch preferredRange {
    case .extended: true
    case .standard: false
    case .automatic, .unspecified: MainScreen.headroom > 1
    }
  }
}
