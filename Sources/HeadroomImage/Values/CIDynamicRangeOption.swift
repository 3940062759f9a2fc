internal import HeadroomGraphics

/// How bright a picture may be shown beside other content.
public struct CIDynamicRangeOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  /// Makes an option from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At most reference white: headroom 1.
  public static let standard = CIDynamicRangeOption(rawValue: "standard")
  /// Highlights above white, but at most twice as bright, so that they fit in with other content.
  public static let constrainedHigh = CIDynamicRangeOption(rawValue: "constrainedHigh")
  /// All that the display can show.
  public static let high = CIDynamicRangeOption(rawValue: "high")
}

extension CIDynamicRangeOption: InputValue {
  package static var attributeClass: String { "NSString" }
  package static var usualType: InputType? { nil }
  package init?(keyed value: Any) {
    guard let name = (value as? CIDynamicRangeOption)?.rawValue ?? OptionValues.text(value),
      [Self.standard, .constrainedHigh, .high].contains(Self(rawValue: name))
    else { return nil }
    self.init(rawValue: name)
  }
  package var keyed: Any? { rawValue }
  package var fingerprint: [Double] { rawValue.fingerprint }
}
