/// The light of a panel as its DisplayID 2.0 says it, measured and not wished for (display parameters data block).
package struct PanelLuminance: Hashable, Sendable {
  /// Luminance of a white that fills the panel, in cd/m²; nil where it is not said.
  package var fullScreenMaximum: Double?
  /// Luminance of a white on a tenth of the panel, in cd/m²; nil where it is not said.
  package var highlightMaximum: Double?
  /// Luminance of black, in cd/m²; nil where it is not said.
  package var minimum: Double?

  package init(fullScreenMaximum: Double? = nil, highlightMaximum: Double? = nil, minimum: Double? = nil) {
    self.fullScreenMaximum = fullScreenMaximum
    self.highlightMaximum = highlightMaximum
    self.minimum = minimum
  }

  /// The most that the panel gives anywhere.
  package var peak: Double? { [highlightMaximum, fullScreenMaximum].compactMap { $0 }.max() }

  /// A number in half precision; nil for what is no luminance: negative ones, among them the -0 that stands for
  /// "not said", infinite ones and those that are no number.
  static func half(_ bits: Int?) -> Double? {
    guard let bits, let pattern = UInt16(exactly: bits) else { return nil }
    let value = Float16(bitPattern: pattern)
    return value.isFinite && value.sign == .plus ? Double(value) : nil
  }

  /// As ``half(_:)``, for a white, which cannot be dark.
  static func white(_ bits: Int?) -> Double? { half(bits).flatMap { $0 > 0 ? $0 : nil } }
}
