public import Foundation
internal import HeadroomColor
public import HeadroomGraphics

/// An immutable colour: unpremultiplied red, green, blue and alpha in a colour space, sRGB unless another is given.
///
/// Filters convert a colour from its space to the working space before use, so that `(1, 0, 0)` in sRGB and in Display
/// P3 give different reds.
///
/// ## Extended range
/// Components outside 0...1 are kept. If a space without extended range is given they are refused, as in Core Image;
/// without a given space they are extended sRGB.
public final class CIColor: Hashable, Sendable, CustomStringConvertible {
  /// Red, in the colour's space.
  public let red: CGFloat
  /// Green, in the colour's space.
  public let green: CGFloat
  /// Blue, in the colour's space.
  public let blue: CGFloat
  /// Coverage, 0...1; red, green and blue are not multiplied by it.
  public let alpha: CGFloat
  /// The space of the components.
  public let colorSpace: CGColorSpace

  private init(_ components: [CGFloat], space: CGColorSpace) {
    red = components[0]
    green = components[1]
    blue = components[2]
    alpha = components[3]
    colorSpace = space
  }

  package convenience init(copying other: CIColor) {
    self.init([other.red, other.green, other.blue, other.alpha], space: other.colorSpace)
  }

  /// Makes a colour in sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init([red, green, blue, alpha], space: Self.standardSpace)
  }

  /// Makes an opaque colour in sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// Makes a colour in a space; nil when the space is not RGB, or when a component lies outside 0...1 and the space's
  /// range is not extended.
  public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat, colorSpace: CGColorSpace) {
    let components = [red, green, blue]
    guard colorSpace.model == .rgb,
      colorSpace.usesExtendedRange || components.allSatisfy({ (0...1).contains($0) })
    else { return nil }
    self.init(components + [alpha], space: colorSpace)
  }

  /// Makes an opaque colour in a space; nil as for ``init(red:green:blue:alpha:colorSpace:)``.
  public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, colorSpace: CGColorSpace) {
    self.init(red: red, green: green, blue: blue, alpha: 1, colorSpace: colorSpace)
  }

  /// Makes a colour from a Core Graphics colour: its components when it is RGB, otherwise converted to extended sRGB.
  ///
  /// A colour that cannot be converted becomes clear.
  public convenience init(cgColor color: CGColor) {
    if let space = color.colorSpace, space.model == .rgb, let values = color.components, values.count == 4 {
      self.init(values, space: space)
      return
    }
    let extended = CGColorSpace(encoding: .extendedSRGB)
    let values = color.converted(to: extended, intent: .defaultIntent, options: nil)?.components ?? []
    self.init(values.count == 4 ? values : [0, 0, 0, 0], space: extended)
  }

  /// Makes a colour from text such as `1 0.5 0 1`: red, green, blue, alpha in sRGB. A missing alpha is 1, other missing
  /// numbers are 0; text without numbers is clear.
  public convenience init(string representation: String) {
    let numbers = NumberList.parse(representation)
    guard !numbers.isEmpty else {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
      return
    }
    let colour = (numbers + [0, 0]).prefix(3)
    self.init(Array(colour) + [numbers.count > 3 ? numbers[3] : 1], space: Self.standardSpace)
  }

  /// Red, green, blue and alpha.
  public var components: [CGFloat] { [red, green, blue, alpha] }

  /// The number of components, including alpha.
  public var numberOfComponents: Int { 4 }

  /// Red, green, blue and alpha, separated by spaces.
  public var stringRepresentation: String { NumberList.text([red, green, blue, alpha]) }

  /// The components in parentheses, and the colour space where it is not sRGB.
  public var description: String {
    let space = colorSpace == Self.standardSpace ? "" : " \(colorSpace)"
    return "(\(stringRepresentation)\(space))"
  }

  /// Whether both have the same components in the same space.
  public static func == (left: CIColor, right: CIColor) -> Bool {
    left.red == right.red && left.green == right.green && left.blue == right.blue && left.alpha == right.alpha
      && left.colorSpace == right.colorSpace
  }

  /// Feeds components and space into a hash.
  public func hash(into hasher: inout Hasher) {
    for component in [red, green, blue, alpha] { hasher.combine(component) }
    hasher.combine(colorSpace)
  }

  private static let standardSpace = CGColorSpace(encoding: .sRGB)

  /// The components without alpha.
  package var rgb: SIMD3<Double> { SIMD3(Double(red), Double(green), Double(blue)) }
}

extension CIColor {
  /// Opaque black.
  public static let black = CIColor(red: 0, green: 0, blue: 0)
  /// Opaque reference white.
  public static let white = CIColor(red: 1, green: 1, blue: 1)
  /// Opaque gray, 0.5 in sRGB.
  public static let gray = CIColor(red: 0.5, green: 0.5, blue: 0.5)
  /// Opaque red.
  public static let red = CIColor(red: 1, green: 0, blue: 0)
  /// Opaque green.
  public static let green = CIColor(red: 0, green: 1, blue: 0)
  /// Opaque blue.
  public static let blue = CIColor(red: 0, green: 0, blue: 1)
  /// Opaque cyan.
  public static let cyan = CIColor(red: 0, green: 1, blue: 1)
  /// Opaque magenta.
  public static let magenta = CIColor(red: 1, green: 0, blue: 1)
  /// Opaque yellow.
  public static let yellow = CIColor(red: 1, green: 1, blue: 0)
  /// Transparent black.
  public static let clear = CIColor(red: 0, green: 0, blue: 0, alpha: 0)
}
