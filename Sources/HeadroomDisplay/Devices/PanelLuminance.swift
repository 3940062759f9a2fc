/// The luminances of a panel from its DisplayID 2.0: actual values, not desired ones (display parameters data block).
package struct PanelLuminance: Hashable, Sendable {
  /// Luminance of a white that fills the panel, in cd/m²; nil where not stated.
  package var fullScreenMaximum: Double?
  /// Luminance of a white on a tenth of the panel, in cd/m²; nil where not stated.
  package var highlightMaximum: Double?
  /// Luminance of black, in cd/m²; nil where not stated.
  package var minimum: Double?

  package init(fullScreenMaximum: Double? = nil, highlightMaximum: Double? = nil, minimum: Double? = nil) {
    self.fullScreenMaximum = fullScreenMaximum
    self.highlightMaximum = highlightMaximum
    self.minimum = minimum
  }

  /// The most that the panel gives anywhere.
  package var peak: Double? { [highlightMaximum, fullScreenMaximum].compactMap { $0 }.max() }

  /// A number in half precision; nil for numbers that are no luminance: NaN, infinite and negative ones, among these
  /// the -0 that stands for "not stated".
  static func half(_ bits: Int?) -> Double? {
    guard let bits, let pattern = UInt16(exactly: bits) else { return nil }
    let value = Float16(bitPattern: pattern)
    return value.isFinite && value.sign == .plus ? Double(value) : nil
  }

  /// As ``half(_:)``, for a white, which cannot be dark.
  static func white(_ bits: Int?) -> Double? { half(bits).flatMap { $0 > 0 ? $0 : nil } }
}
