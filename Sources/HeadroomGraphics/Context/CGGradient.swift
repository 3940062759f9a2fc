public import Foundation
internal import HeadroomColor

/// How far a gradient is drawn.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes options of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The first colour goes on before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour goes on after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours from one place to another.
///
/// Between two places the numbers of the gradient's space, without alpha, and alpha change evenly. Colours of extended-range,
/// PQ and HLG spaces keep their light, above reference white too; contexts of standard-range spaces clamp it.
public final class CGGradient: Sendable {
  /// The encoding in which colours are mixed, and colours and places in order.
  let encoding: ColorEncoding
  let stops: [GradientStop]
  /// The linear ratio of the brightest content to reference white that was stated; 0 where none was.
  public let contentHeadroom: Float

  private init?(encoding: ColorEncoding, colors: [SIMD4<Double>], locations: [CGFloat]?, headroom: Float = 0) {
    guard !colors.isEmpty, headroom.isContentHeadroom else { return nil }
    let last = max(colors.count - 1, 1)
    let places = locations ?? colors.indices.map { CGFloat($0) / CGFloat(last) }
    guard places.count == colors.count, places.allSatisfy(\.isFinite) else { return nil }
    self.encoding = encoding
    contentHeadroom = headroom
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    stops = order.map { GradientStop(place: Double(min(max(places[$0], 0), 1)), color: colors[$0]) }
  }

  /// Makes a gradient of colours.
  ///
  /// - Parameters:
  ///   - space: where colours are mixed; nil for sRGB, extended where a colour is beyond it.
  ///   - colors: ``CGColor`` values, at least one.
  ///   - locations: a place, 0...1, for each colour; nil for even steps.
  /// - Returns: nil where something else is among the colours, or a place is not finite.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: [Any], locations: UnsafePointer<CGFloat>?) {
    let given = colors.compactMap { $0 as? CGColor }
    guard given.count == colors.count else { return nil }
    let encoding = space.map(\.encoding.mixing) ?? .extendedSRGB
    let numbers = given.compactMap { color in
      color.converted(to: encoding).map { SIMD4($0, Double(color.alpha)) }
    }
    guard numbers.count == given.count else { return nil }
    let places = unsafe locations.map { unsafe Array(UnsafeBufferPointer(start: $0, count: given.count)) }
    let headroom = given.map(\.contentHeadroom).max() ?? 0
    self.init(encoding: encoding, colors: numbers, locations: places, headroom: headroom >= 1 ? headroom : 0)
  }

  /// Makes a gradient of components.
  ///
  /// - Parameters:
  ///   - space: their space, in which colours are mixed.
  ///   - components: for each colour as many as the space has, followed by alpha.
  ///   - locations: a place, 0...1, for each colour; nil for even steps.
  ///   - count: how many colours there are, at least 1.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    unsafe self.init(
      headroom: 0, colorSpace: space, colorComponents: components, locations: locations, count: count)
  }

  /// As ``init(colorSpace:colorComponents:locations:count:)``, for content of known headroom: the linear ratio of its
  /// brightest light to reference white, 0 for unknown. Values between 0 and 1 give nil.
  public convenience init?(
    headroom: Float, colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard count > 0, count < 1 << 24 else { return nil }
    let (encoding, step) = (space.encoding.mixing, space.numberOfComponents + 1)
    let colors = (0..<count).compactMap { index -> SIMD4<Double>? in
      let color = unsafe CGColor(colorSpace: space, components: components + index * step)
      guard let color, let numbers = color.converted(to: encoding) else { return nil }
      return SIMD4(numbers, Double(color.alpha))
    }
    guard colors.count == count else { return nil }
    let places = unsafe locations.map { unsafe Array(UnsafeBufferPointer(start: $0, count: count)) }
    self.init(encoding: encoding, colors: colors, locations: places, headroom: headroom)
  }
}

/// A colour and its place.
struct GradientStop: Sendable {
  let place: Double
  /// Numbers without alpha, and alpha.
  let color: SIMD4<Double>
}

/// The headroom that a gradient's content was stated to have; see ``CGGradient/contentHeadroom``.
public func CGGradientGetContentHeadroom(_ gradient: CGGradient) -> Float { gradient.contentHeadroom }

extension ColorEncoding {
  /// Where colours of the encoding are mixed: inks, Lab and XYZ as sRGB without an end.
  fileprivate var mixing: ColorEncoding { model == .rgb || model == .monochrome ? self : .extendedSRGB }
}
