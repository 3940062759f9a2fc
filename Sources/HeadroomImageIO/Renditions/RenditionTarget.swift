package import HeadroomColor
package import HeadroomPixels

/// The renditions that a container can hold.
package struct RenditionTarget: Sendable {
  package let format: any ImageFormat.Type

  package init(_ format: any ImageFormat.Type) { self.format = format }

  package var name: String { format.name }
  /// The possible storage of a component.
  package var depths: [SampleDepth] { format.writableDepths }
  /// Those that are whole numbers, in bits, rising.
  package var integerDepths: [Int] { depths.compactMap(\.integerBits).sorted() }
  /// Whether it stores only floating-point numbers, which are linear light.
  package var isLinear: Bool { integerDepths.isEmpty }
  /// The encoding of all its files, where they cannot state one.
  package var onlyEncoding: ColorEncoding? { format.onlyEncoding }
  package var holdsISOHDR: Bool { format.abilities.contains(.isoHDR) }
  package var holdsGainMap: Bool { format.abilities.contains(.gainMap) }
  package var holdsFloat: Bool { format.abilities.contains(.float) && depths.contains { $0.integerBits == nil } }
  package var holdsAlpha: Bool { format.abilities.contains(.alpha) }
  package var holdsLightWithoutAlpha: Bool { format.abilities.contains(.premultipliedAlpha) }
  /// Whether it can store pictures exactly.
  package var isLossless: Bool { format.abilities.contains(.lossless) }
  /// Whether it can store them with losses.
  package var isLossy: Bool { format.abilities.contains(.lossy) }
  package var hasChroma: Bool { format.abilities.contains(.chromaSubsampling) }
  /// Whether readers turn the picture as the file states; elsewhere the pixels themselves are turned.
  package var statesOrientation: Bool { format.abilities.contains(.orientation) }

  /// Whether numbers can be written as they are: floats, extended ranges, PQ and HLG do not fit everywhere.
  package func holdsNumbers(_ encoding: ColorEncoding, isFloat: Bool) -> Bool {
    if isLinear { return isFloat }
    if isFloat, !format.abilities.contains(.float) { return false }
    if encoding.isExtended, !isFloat { return false }
    return !encoding.transfer.isHDR || holdsISOHDR
  }

  /// Bits of an integer component for numbers that now have another storage: 8 for 8-bit ones; for others
  /// the depth that fits, 10 where codecs have a choice of 10 and 12, since few readers support 12. Nil
  /// where no integers are stored.
  package func bits(holding component: PixelFormat.Component) -> Int? {
    let depths = integerDepths
    switch component {
    case .uint8: return depths.first
    case .uint12: return depths.first { $0 >= 12 } ?? depths.last
    case .packed10, .uint10High, .uint10: return depths.first { $0 >= 10 } ?? depths.last
    case .uint16, .half, .float: return depths.contains(16) ? 16 : depths.first { $0 >= 10 } ?? depths.last
    }
  }
}
