public import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomSymbols

// The components are those of the colour's own space where that is RGB (or gray, for white), otherwise of extended sRGB.
// AppKit raises an exception there; programs convert with usingColorSpace(_:) first.
extension NSColor {
  /// Red, in the colour's space.
  public var redComponent: CGFloat { components.red }
  /// Green, in the colour's space.
  public var greenComponent: CGFloat { components.green }
  /// Blue, in the colour's space.
  public var blueComponent: CGFloat { components.blue }
  /// Coverage, 0...1.
  public var alphaComponent: CGFloat { cgColor.alpha }
  /// The hue of the components, 0...1.
  public var hueComponent: CGFloat { components.hsb.hue }
  /// The saturation of the components.
  public var saturationComponent: CGFloat { components.hsb.saturation }
  /// The largest component.
  public var brightnessComponent: CGFloat { components.hsb.brightness }
  /// The gray: the colour's own one, or that of the same luminance on sRGB's curve.
  public var whiteComponent: CGFloat {
    if let values = cgColor.components, values.count == 2 { return values[0] }
    return components.white
  }

  private var components: ColorComponents {
    if cgColor.colorSpace?.model == .rgb, let values = cgColor.components, values.count == 4 {
      return ColorComponents(red: values[0], green: values[1], blue: values[2], alpha: values[3])
    }
    return ColorComponents(cgColor) ?? ColorComponents(red: 0, green: 0, blue: 0, alpha: cgColor.alpha)
  }

  /// The space of the components.
  public var colorSpace: NSColorSpace {
    cgColor.colorSpace.flatMap { NSColorSpace(cgColorSpace: $0) } ?? .extendedSRGB
  }

  /// How many components there are, alpha included.
  public var numberOfComponents: Int { cgColor.numberOfComponents }

  /// Copies the components and alpha, ``numberOfComponents`` numbers.
  public func getComponents(_ components: UnsafeMutablePointer<CGFloat>) {
    for (index, value) in (cgColor.components ?? []).enumerated() { unsafe components[index] = value }
  }

  /// Red, green, blue and alpha; pointers may be nil.
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) {
    let color = components
    unsafe red?.pointee = color.red
    unsafe green?.pointee = color.green
    unsafe blue?.pointee = color.blue
    unsafe alpha?.pointee = color.alpha
  }

  /// Hue, saturation, brightness and alpha; pointers may be nil.
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) {
    let hsb = components.hsb
    unsafe hue?.pointee = hsb.hue
    unsafe saturation?.pointee = hsb.saturation
    unsafe brightness?.pointee = hsb.brightness
    unsafe alpha?.pointee = cgColor.alpha
  }

  /// Gray and alpha; pointers may be nil.
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) {
    unsafe white?.pointee = whiteComponent
    unsafe alpha?.pointee = cgColor.alpha
  }

  /// A mixture with another colour in extended sRGB: 0 this colour, 1 the other; nil where one cannot be converted.
  public func blended(withFraction fraction: CGFloat, of color: NSColor) -> NSColor? {
    guard let first = ColorComponents(cgColor), let second = ColorComponents(color.cgColor) else { return nil }
    let share = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    func mixed(_ path: KeyPath<ColorComponents, CGFloat>) -> CGFloat {
      first[keyPath: path] * (1 - share) + second[keyPath: path] * share
    }
    return NSColor(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: mixed(\.alpha))
  }

  /// Makes this the colour that rectangles of the current context are filled with.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// Makes this the colour that rectangles are filled and lines are drawn with.
  public func set() {
    setFill()
    setStroke()
  }
}

extension NSColor: TextColorProviding {
  package var textColor: CIColor { CIColor(cgColor: cgColor) }
}

extension CIColor {
  /// The components of a colour of AppKit, in its own space where that is RGB; nil where it cannot be converted.
  public convenience init?(color: NSColor) {
    guard ColorComponents(color.cgColor) != nil else { return nil }
    self.init(cgColor: color.cgColor)
  }
}
