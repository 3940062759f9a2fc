public import Foundation
internal import HeadroomColor
public import HeadroomGraphics

/// A colour for views and drawing. Components outside 0...1 are legal: those of extended sRGB.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class UIColor: NSObject, @unchecked Sendable {
  // Proof: constant.
  /// The colour used for drawing.
  public final let cgColor: CGColor

  /// A colour from a `CGColor`.
  public init(cgColor: CGColor) { self.cgColor = cgColor }

  /// A colour of extended sRGB; alpha 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.extendedSRGB, red, green, blue, alpha)
  }

  /// A colour of Display P3, extended; alpha 0...1.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.extendedDisplayP3, red, green, blue, alpha)
  }

  /// A gray of extended sRGB, 0 black, 1 reference white; alpha 0...1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  private convenience init(
    _ space: ColorEncoding, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat
  ) {
    func finite(_ number: CGFloat) -> CGFloat { number.isFinite ? number : 0 }
    let color = CGColor(
      headroom: 0, colorSpace: CGColorSpace(encoding: space), red: finite(red), green: finite(green),
      blue: finite(blue), alpha: min(max(finite(alpha), 0), 1))
    self.init(cgColor: color ?? .black)
  }

  /// The colour with another alpha, 0...1.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(cgColor: cgColor.copy(alpha: min(max(alpha, 0), 1)) ?? cgColor)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.cgColor == cgColor }
  open override var hash: Int { cgColor.hashValue }
}

extension UIColor {
  /// 0 everywhere.
  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  /// Reference white.
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  /// sRGB's 0.5.
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  /// sRGB's red.
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  /// sRGB's green.
  public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  /// sRGB's blue.
  public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  /// Transparent.
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}
