/// Encodings that a screen accepts beyond the mandatory ones (CTA-861-H, colorimetry data block, table 80).
package struct ScreenColorimetry: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let xvYCC601 = ScreenColorimetry(rawValue: 1 << 0)
  package static let xvYCC709 = ScreenColorimetry(rawValue: 1 << 1)
  package static let sYCC601 = ScreenColorimetry(rawValue: 1 << 2)
  package static let opYCC601 = ScreenColorimetry(rawValue: 1 << 3)
  package static let opRGB = ScreenColorimetry(rawValue: 1 << 4)
  package static let bt2020cYCC = ScreenColorimetry(rawValue: 1 << 5)
  package static let bt2020YCC = ScreenColorimetry(rawValue: 1 << 6)
  package static let bt2020RGB = ScreenColorimetry(rawValue: 1 << 7)
  package static let iCtCp = ScreenColorimetry(rawValue: 1 << 14)
  package static let dciP3 = ScreenColorimetry(rawValue: 1 << 15)

  private static let names: [(ScreenColorimetry, String)] = [
    (.xvYCC601, "xvYCC601"), (.xvYCC709, "xvYCC709"), (.sYCC601, "sYCC601"), (.opYCC601, "opYCC601"),
    (.opRGB, "opRGB"), (.bt2020cYCC, "BT2020cYCC"), (.bt2020YCC, "BT2020YCC"), (.bt2020RGB, "BT2020RGB"),
    (.iCtCp, "ICtCp"), (.dciP3, "DCI-P3"),
  ]

  /// Those with a name; the other bits are reserved, or profiles of metadata.
  static let known = ScreenColorimetry(names.map(\.0))

  /// The standard's names of its members.
  package var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
}
