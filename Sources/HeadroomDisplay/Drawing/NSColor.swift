public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomSymbols

/// A colour for AppKit programs: components in a space, and alpha. Components outside 0...1 are legal in extended
/// spaces.
// Sendable: constants that are Sendable; the compiler cannot see it below NSObject.
open class NSColor: NSObject, @unchecked Sendable {
  // Proof: constant.
  /// The colour used for drawing.
  public final let cgColor: CGColor
  private final let exposed: ExposedColor?

  private init(_ color: CGColor, exposed: ExposedColor? = nil) {
    cgColor = color
    self.exposed = exposed
  }

  private convenience init(_ space: ColorEncoding, _ components: ColorComponents) {
    self.init(components.color(in: space))
  }

  /// A colour from a `CGColor`; nil where that has no space.
  public convenience init?(cgColor: CGColor) {
    guard cgColor.colorSpace != nil else { return nil }
    self.init(cgColor)
  }

  /// A colour from a `CIColor`, in its space.
  public convenience init(ciColor color: CIColor) { self.init(color.cgColor) }

  /// A colour of extended sRGB; alpha 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.extendedSRGB, ColorComponents(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// A colour of sRGB; components outside 0...1 are those of extended sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let isPlain = [red, green, blue].allSatisfy { (0...1).contains($0) }
    self.init(isPlain ? .sRGB : .extendedSRGB, ColorComponents(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// A colour of AppKit's calibrated RGB, which is sRGB here.
  public convenience init(calibratedRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// A colour of the device's RGB, which is treated as sRGB.
  public convenience init(deviceRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// A colour of Display P3; components outside 0...1 are those of its extended form.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let isPlain = [red, green, blue].allSatisfy { (0...1).contains($0) }
    self.init(
      isPlain ? .displayP3 : .extendedDisplayP3, ColorComponents(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// A gray with gamma 2.2, extended; alpha 0...1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    let space = CGColorSpace(encoding: .extendedGray)
    let numbers = [white.isFinite ? white : 0, alpha.isFinite ? min(max(alpha, 0), 1) : 0]
    self.init(unsafe CGColor(colorSpace: space, components: numbers) ?? .black)
  }

  /// As ``init(white:alpha:)``.
  public convenience init(calibratedWhite white: CGFloat, alpha: CGFloat) { self.init(white: white, alpha: alpha) }

  /// As ``init(white:alpha:)``.
  public convenience init(deviceWhite white: CGFloat, alpha: CGFloat) { self.init(white: white, alpha: alpha) }

  /// As ``init(white:alpha:)``.
  public convenience init(genericGamma22White white: CGFloat, alpha: CGFloat) { self.init(white: white, alpha: alpha) }

  /// A colour of extended sRGB by hue and saturation, 0...1, and its brightest component; see
  /// ``UIColor/init(hue:saturation:brightness:alpha:)``.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    self.init(
      .extendedSRGB, ColorComponents(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha))
  }

  /// As ``init(hue:saturation:brightness:alpha:)``.
  public convenience init(
    calibratedHue hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    self.init(hue: hue, saturation: saturation, brightness: brightness, alpha: alpha)
  }

  /// A colour of a space.
  ///
  /// - Parameters:
  ///   - space: the space.
  ///   - components: as many as the space has, and alpha.
  ///   - numberOfComponents: how many there are. Other than the space has: the colour is clear.
  public convenience init(
    colorSpace space: NSColorSpace, components: UnsafePointer<CGFloat>, count numberOfComponents: Int
  ) {
    guard let own = space.cgColorSpace, numberOfComponents == own.numberOfComponents + 1 else {
      self.init(.clear)
      return
    }
    self.init(unsafe CGColor(colorSpace: own, components: components) ?? .clear)
  }

  /// An SDR colour of extended sRGB whose light is multiplied by 2 to the power of `exposure`, which is also its
  /// headroom.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, exposure: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha, linearExposure: CGFloat(pow(2, Double(exposure))))
  }

  /// An SDR colour of extended sRGB whose light is multiplied by a factor, which is also its headroom. Factors that are
  /// not above 0 count as 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, linearExposure: CGFloat) {
    let exposed = ExposedColor(
      ColorComponents(red: red, green: green, blue: blue, alpha: alpha), factor: linearExposure)
    self.init(exposed.color, exposed: exposed)
  }

  /// The factor of light that the colour was made with; 1 for others.
  open var linearExposure: CGFloat { exposed?.factor ?? 1 }

  /// The colour before its light was multiplied by ``linearExposure``; itself where that is 1.
  open var standardDynamicRange: NSColor { exposed.map { NSColor($0.base) } ?? self }

  /// The colour with another alpha, 0...1.
  open func withAlphaComponent(_ alpha: CGFloat) -> NSColor {
    NSColor(cgColor.copy(alpha: min(max(alpha, 0), 1)) ?? cgColor)
  }

  /// The colour in another space, limited to its range; nil where it cannot be converted.
  open func usingColorSpace(_ space: NSColorSpace) -> NSColor? {
    guard let target = space.cgColorSpace else { return nil }
    return cgColor.converted(to: target, intent: .defaultIntent, options: nil).map { NSColor($0) }
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? NSColor)?.cgColor == cgColor }
  open override var hash: Int { cgColor.hashValue }
}
