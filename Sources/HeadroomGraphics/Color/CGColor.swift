public import Foundation
internal import HeadroomColor

/// A colour: components in a colour space, and alpha.
///
/// ## Alpha
/// Components are straight: not multiplied by alpha.
public final class CGColor: Sendable {
  /// The space of the components.
  public let colorSpace: CGColorSpace?

  /// The components with alpha last.
  private let values: [CGFloat]
  private let headroomGiven: Float

  private init(space: CGColorSpace, values: [CGFloat], headroom: Float = 0) {
    colorSpace = space
    self.values = values
    headroomGiven = headroom
  }

  /// Makes a colour from as many components as the space has, followed by alpha.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    unsafe self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
  }

  /// Makes a colour of known headroom in an RGB space.
  ///
  /// The headroom is the linear ratio of the brightest content that the colour belongs to, to reference white: 0 for
  /// unknown, 1 for SDR, more than 1 for HDR. Nil for other values and for spaces other than RGB.
  public convenience init?(
    headroom: Float, colorSpace space: CGColorSpace, red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    guard space.model == .rgb, headroom.isContentHeadroom else { return nil }
    self.init(space: space, values: [red, green, blue, alpha], headroom: headroom)
  }

  /// Makes a colour in ``CGColorSpace/sRGB``.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Makes a colour of red, green and blue without a stated space, in sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Makes a gray in ``CGColorSpace/genericGrayGamma2_2``.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(space: .standardGray, values: [gray, alpha])
  }

  /// Makes a gray without a stated space, in ``CGColorSpace/genericGrayGamma2_2``.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(genericGrayGamma2_2Gray: gray, alpha: alpha)
  }

  /// Makes a colour of four inks without a profile.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(space: CGColorSpace(encoding: .genericCMYK), values: [cyan, magenta, yellow, black, alpha])
  }

  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The components with alpha last.
  public var components: [CGFloat]? { values }
  /// How many components there are, alpha included.
  public var numberOfComponents: Int { values.count }
  /// The alpha, 0 for transparent to 1 for opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The headroom of the content that the colour belongs to: the given one, otherwise the one that its space implies
  /// (see ``CGImage/contentHeadroom``).
  public var contentHeadroom: Float {
    headroomGiven > 0 ? headroomGiven : Float(colorSpace?.encoding.contentHeadroomDefault ?? 0)
  }

  /// The colour again.
  public func copy() -> CGColor? { self }

  /// The colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    guard let colorSpace else { return nil }
    return CGColor(space: colorSpace, values: values.dropLast() + [alpha], headroom: headroomGiven)
  }

  /// The same colour in another space, clamped to 0...1 where the space is not extended.
  ///
  /// - Parameters:
  ///   - space: the space to convert to.
  ///   - intent: carried for compatibility; conversion is colorimetric.
  ///   - options: none are supported.
  /// - Returns: nil for spaces that colours cannot be converted to (CMYK).
  public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?) -> CGColor? {
    guard space.model != .cmyk, let result = converted(to: space.encoding) else { return nil }
    let colors =
      space.numberOfComponents == 1 ? [CGFloat(result.x)] : [result.x, result.y, result.z].map { CGFloat($0) }
    return CGColor(space: space, values: colors + [alpha], headroom: headroomGiven)
  }
}

extension CGColor {
  /// The three components of the colour in another encoding; equal ones where that is gray. Nil without a space.
  func converted(to encoding: ColorEncoding) -> SIMD3<Double>? {
    guard let source = colorSpace?.encoding else { return nil }
    let numbers = values.map { Double($0) }
    switch numbers.count {
    case 2:
      return ColorConversion(from: source, to: encoding).convert(SIMD3(repeating: numbers[0]))
    case 4:
      return ColorConversion(from: source, to: encoding).convert(SIMD3(numbers[0], numbers[1], numbers[2]))
    case 5:
      let linear = source.decode(cmyk: SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]))
      return ColorConversion(from: .extendedLinearSRGB, to: encoding).convert(linear)
    default:
      return nil
    }
  }
}

extension CGColor: Hashable {
  /// Whether both colours have the same components in the same space.
  public static func == (left: CGColor, right: CGColor) -> Bool {
    left.values == right.values && left.colorSpace == right.colorSpace && left.headroomGiven == right.headroomGiven
  }

  /// Feeds components and space into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(colorSpace)
  }
}

/// The headroom of a colour; see ``CGColor/contentHeadroom``.
public func CGColorGetContentHeadroom(_ color: CGColor) -> Float { color.contentHeadroom }

/// Makes a colour of known headroom; see ``CGColor/init(headroom:colorSpace:red:green:blue:alpha:)``.
public func CGColorCreateWithContentHeadroom(
  _ headroom: Float, _ space: CGColorSpace, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat
) -> CGColor? {
  CGColor(headroom: headroom, colorSpace: space, red: red, green: green, blue: blue, alpha: alpha)
}

extension CGColorSpace {
  /// sRGB, shared.
  package static let standardRGB = CGColorSpace(encoding: .sRGB)
  /// Gray of gamma 2.2, shared.
  package static let standardGray = CGColorSpace(encoding: .genericGrayGamma22)
}
