public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomSymbols

/// A colour for views and drawing. Components outside 0...1 are legal: those of extended sRGB.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class UIColor: NSObject, @unchecked Sendable {
  // Proof: constant.
  /// The colour used for drawing.
  public final let cgColor: CGColor
  private final let exposed: ExposedColor?

  /// A colour from a `CGColor`.
  public init(cgColor: CGColor) {
    self.cgColor = cgColor
    exposed = nil
  }

  private init(_ exposed: ExposedColor) {
    cgColor = exposed.color
    self.exposed = exposed
  }

  /// A colour from a `CIColor`, in its space.
  public convenience init(ciColor: CIColor) { self.init(cgColor: ciColor.cgColor) }

  /// A colour of extended sRGB; alpha 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(
      cgColor: ColorComponents(red: red, green: green, blue: blue, alpha: alpha).color(in: .extendedSRGB))
  }

  /// A colour of Display P3, extended; alpha 0...1.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(
      cgColor: ColorComponents(red: red, green: green, blue: blue, alpha: alpha).color(in: .extendedDisplayP3))
  }

  /// A gray of extended sRGB, 0 black, 1 reference white; alpha 0...1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// A colour of extended sRGB by hue and saturation, limited to 0...1, and its brightest component.
  ///
  /// - Parameters:
  ///   - hue: 0 red, 1/3 green, 2/3 blue, 1 red.
  ///   - saturation: 0 gray.
  ///   - brightness: 0 black, 1 as bright as reference white in one component; more is brighter.
  ///   - alpha: 0...1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let color = ColorComponents(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
    self.init(cgColor: color.color(in: .extendedSRGB))
  }

  /// An SDR colour of extended sRGB whose light is multiplied by 2 to the power of `exposure`, which is also its
  /// headroom.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, exposure: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha, linearExposure: CGFloat(pow(2, Double(exposure))))
  }

  /// An SDR colour of extended sRGB whose light is multiplied by a factor, which is also its headroom. Factors that are
  /// not above 0 count as 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, linearExposure: CGFloat) {
    let color = ColorComponents(red: red, green: green, blue: blue, alpha: alpha)
    self.init(ExposedColor(color, factor: linearExposure))
  }

  /// The factor of light that the colour was made with; 1 for others.
  open var linearExposure: CGFloat { exposed?.factor ?? 1 }

  /// The colour before its light was multiplied by ``linearExposure``; itself where that is 1.
  open var standardDynamicRange: UIColor { exposed.map { UIColor(cgColor: $0.base) } ?? self }

  /// The colour with another alpha, 0...1.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor(cgColor: cgColor.copy(alpha: min(max(alpha, 0), 1)) ?? cgColor)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.cgColor == cgColor }
  open override var hash: Int { cgColor.hashValue }
}

// Each pointer may be nil.
extension UIColor {
  /// The components of extended sRGB, which may lie outside 0...1; false where the colour cannot be converted.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let color = ColorComponents(cgColor) else { return false }
    unsafe red?.pointee = color.red
    unsafe green?.pointee = color.green
    unsafe blue?.pointee = color.blue
    unsafe alpha?.pointee = color.alpha
    return true
  }

  /// Hue 0...1, saturation and brightness in extended sRGB; false where the colour cannot be converted.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard let color = ColorComponents(cgColor) else { return false }
    let hsb = color.hsb
    unsafe hue?.pointee = hsb.hue
    unsafe saturation?.pointee = hsb.saturation
    unsafe brightness?.pointee = hsb.brightness
    unsafe alpha?.pointee = color.alpha
    return true
  }

  /// The gray of the same luminance, on sRGB's curve; false where the colour cannot be converted.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    guard let color = ColorComponents(cgColor) else { return false }
    unsafe white?.pointee = color.white
    unsafe alpha?.pointee = color.alpha
    return true
  }

  /// The colour for Core Image, in its own space.
  public var ciColor: CIColor { CIColor(cgColor: cgColor) }

  /// Makes this the colour that rectangles of the current context are filled with.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// Makes this the colour that rectangles are filled and lines are drawn with.
  public func set() {
    setFill()
    setStroke()
  }
}

extension UIColor: TextColorProviding {
  package var textColor: CIColor { ciColor }
}

extension CIColor {
  /// The components of a colour of UIKit, in its own space.
  public convenience init(color: UIColor) { self.init(cgColor: color.cgColor) }

  /// The colour for Core Graphics.
  var cgColor: CGColor {
    CGColor(headroom: 0, colorSpace: colorSpace, red: red, green: green, blue: blue, alpha: alpha) ?? .clear
  }
}
