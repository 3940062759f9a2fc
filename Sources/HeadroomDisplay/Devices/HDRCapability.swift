internal import Foundation

/// A screen's stated HDR capability (CTA-861-H, HDR static metadata data block).
package struct HDRCapability: Hashable, Sendable {
  /// The curves from code to light that a screen understands.
  package struct Curves: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let traditionalSDR = Curves(rawValue: 1)
    package static let traditionalHDR = Curves(rawValue: 2)
    package static let pq = Curves(rawValue: 4)
    package static let hlg = Curves(rawValue: 8)

    private static let names: [(Curves, String)] = [
      (.traditionalSDR, "SDR"), (.traditionalHDR, "traditional HDR"), (.pq, "PQ"), (.hlg, "HLG"),
    ]

    /// The names of its members.
    package var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
  }

  package var curves: Curves
  /// Whether it accepts mastering display and light level as metadata (static metadata type 1).
  package var takesStaticMetadata: Bool
  /// The desired content maximum luminance in cd/m²; nil where not stated.
  package var maximumLuminance: Double?
  /// The desired maximum frame-average luminance in cd/m²; nil where not stated.
  package var maximumFrameAverageLuminance: Double?
  /// The desired content minimum luminance in cd/m²; nil where not stated.
  package var minimumLuminance: Double?

  package init(
    curves: Curves, takesStaticMetadata: Bool = true, maximumLuminance: Double? = nil,
    maximumFrameAverageLuminance: Double? = nil, minimumLuminance: Double? = nil
  ) {
    self.curves = curves
    self.takesStaticMetadata = takesStaticMetadata
    self.maximumLuminance = maximumLuminance
    self.maximumFrameAverageLuminance = maximumFrameAverageLuminance
    self.minimumLuminance = minimumLuminance
  }

  /// Whether it understands more than SDR.
  package var isHDR: Bool { !curves.isDisjoint(with: [.traditionalHDR, .pq, .hlg]) }
}

extension HDRCapability {
  /// Reads the block's bytes after its tags.
  init(_ block: EDIDPart) throws(EDIDError) {
    try block.need(2)
    let maximum = Self.luminance(code: block[2])
    self.init(
      curves: Curves(rawValue: (block[0] ?? 0) & 0x3F), takesStaticMetadata: (block[1] ?? 0) & 1 != 0,
      maximumLuminance: maximum, maximumFrameAverageLuminance: Self.luminance(code: block[3]),
      minimumLuminance: maximum.flatMap { Self.minimum(code: block[4], below: $0) })
  }

  /// 50 * 2^(code / 32) cd/m²; the code 0 means not stated.
  static func luminance(code: UInt8?) -> Double? {
    guard let code, code > 0 else { return nil }
    return 50 * exp2(Double(code) / 32)
  }

  /// maximum * (code / 255)² / 100.
  static func minimum(code: UInt8?, below maximum: Double) -> Double? {
    code.map { maximum * (Double($0) / 255) * (Double($0) / 255) / 100 }
  }
}
