internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics

/// The numbers of colours under UIKit's and AppKit's names.
struct ColorComponents {
  var red: CGFloat
  var green: CGFloat
  var blue: CGFloat
  var alpha: CGFloat

  init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// A colour's components of extended sRGB; nil where it cannot be converted.
  init?(_ color: CGColor) {
    let space = CGColorSpace(encoding: .extendedSRGB)
    guard let values = color.converted(to: space, intent: .defaultIntent, options: nil)?.components, values.count == 4
    else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2], alpha: values[3])
  }

  /// A hue from red over green and blue to red again, its strength and its brightest component. Hue and saturation are
  /// limited to 0...1.
  init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func limited(_ number: CGFloat) -> CGFloat { number.isNaN ? 0 : min(max(number, 0), 1) }
    let (sixth, saturation) = (limited(hue) * 6, limited(saturation))
    func component(_ offset: CGFloat) -> CGFloat {
      let place = (sixth + offset).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
  }

  /// Hue, saturation and brightness; hue and saturation are 0 where there is no colour.
  var hsb: (hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let range = most - least
    guard range > 0, most > 0 else { return (0, 0, most) }
    let sixth: CGFloat =
      if most == red { (green - blue) / range } else if most == green { 2 + (blue - red) / range } else {
        4 + (red - green) / range
      }
    return (sixth < 0 ? sixth / 6 + 1 : sixth / 6, range / most, most)
  }

  /// The gray of the same luminance, on sRGB's curve.
  var white: CGFloat {
    if red == green, green == blue { return red }
    let light = linear
    let weights = ColorEncoding.extendedSRGB.primaries.luminanceWeights
    return CGFloat(ColorEncoding.extendedSRGB.encode(SIMD3(repeating: (light * weights).sum())).x)
  }

  private var linear: SIMD3<Double> {
    ColorEncoding.extendedSRGB.decode(SIMD3(Double(red), Double(green), Double(blue)))
  }

  /// The components with their light multiplied by a factor.
  func brightened(_ factor: CGFloat) -> ColorComponents {
    let result = ColorEncoding.extendedSRGB.encode(linear * Double(factor))
    return ColorComponents(red: CGFloat(result.x), green: CGFloat(result.y), blue: CGFloat(result.z), alpha: alpha)
  }

  /// A colour of a space, extended; numbers that are not finite count as 0, alpha is limited to 0...1.
  func color(in encoding: ColorEncoding, headroom: Float = 0) -> CGColor {
    func finite(_ number: CGFloat) -> CGFloat { number.isFinite ? number : 0 }
    let color = CGColor(
      headroom: headroom, colorSpace: CGColorSpace(encoding: encoding), red: finite(red), green: finite(green),
      blue: finite(blue), alpha: min(max(finite(alpha), 0), 1))
    return color ?? .black
  }
}

/// A colour of an SDR colour and a factor of its light.
struct ExposedColor: Hashable {
  let color: CGColor
  let base: CGColor
  /// At least 1 for HDR; 0 and less count as 1, and so do numbers that are not finite.
  let factor: CGFloat

  init(_ components: ColorComponents, factor: CGFloat) {
    self.factor = factor > 0 && factor.isFinite ? factor : 1
    base = components.color(in: .extendedSRGB)
    let headroom = Float(max(self.factor, 1))
    color = components.brightened(self.factor).color(in: .extendedSRGB, headroom: headroom.isFinite ? headroom : 0)
  }
}
