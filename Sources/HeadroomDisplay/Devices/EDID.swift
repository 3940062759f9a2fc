package import HeadroomColor

/// A screen's description of itself: the base block (VESA E-EDID A.2) with its CTA-861 and DisplayID extensions.
///
/// It keeps what matters for pictures: name, size, colours, light. All values are the screen's own claims.
package struct EDID: Hashable, Sendable {
  /// The maker's three letters, as registered with UEFI.
  package var manufacturer: String
  package var productCode: UInt16
  /// The year in which it was made, or that of its model; nil where unknown.
  package var year: Int?
  /// The maker's product name; nil without one.
  package var productName: String?
  /// Whether its input is digital.
  package var isDigital: Bool
  /// Bits of a colour component; nil where unknown.
  package var bitDepth: Int?
  /// Size of the picture in millimetres; nil where unknown, as for projectors.
  package var widthInMillimetres: Double?
  package var heightInMillimetres: Double?
  /// Exponent of the curve; nil where unknown.
  package var gamma: Double?
  /// Chromaticities of its primaries and white; nil where they are unknown or degenerate.
  package var primaries: ColorPrimaries?
  /// The mode that suits it best; nil where none is detailed.
  package var preferredMode: DisplayMode?
  /// Encodings that it accepts beyond the usual ones.
  package var colorimetry: ScreenColorimetry = []
  /// Its HDR capability; nil where it states none.
  package var hdr: HDRCapability?
  /// The panel's luminances; nil where it states none.
  package var luminance: PanelLuminance?

  /// Whether it shows more than SDR.
  package var isHDR: Bool { hdr?.isHDR ?? false }

  /// The most light that it gives, in cd/m²: the panel's own value, otherwise the desired content maximum. Nil where it
  /// states neither.
  package var peakLuminance: Double? { luminance?.peak ?? hdr?.maximumLuminance }
}

extension EDID {
  /// The most bytes that are read: 256 blocks, since more cannot be counted.
  package static let largestSize = 256 * EDIDBlock.size

  /// Reads an EDID from its bytes, base block and all extensions.
  package init(_ bytes: [UInt8]) throws(EDIDError) {
    guard bytes.count >= EDIDBlock.size, bytes.count % EDIDBlock.size == 0 else {
      let whole = (bytes.count / EDIDBlock.size + 1) * EDIDBlock.size
      throw .truncated(needed: whole, available: bytes.count)
    }
    guard bytes.count <= Self.largestSize else { throw .tooLarge(byteCount: bytes.count) }
    guard bytes.starts(with: [0, 255, 255, 255, 255, 255, 255, 0]) else { throw .notEDID }
    self.init(base: try EDIDBlock(0, of: bytes))
    var declared = Int(bytes[EDIDBlock.extensionCountOffset])
    let found = bytes.count / EDIDBlock.size - 1
    for index in 1..<found + 1 {
      try read(try EDIDBlock(index, of: bytes), extensionCount: &declared)
    }
    guard declared == found else { throw .extensionCount(declared: declared, found: found) }
  }

  private mutating func read(_ block: EDIDBlock, extensionCount: inout Int) throws(EDIDError) {
    switch block[0] {
    case CTAExtension.tag:
      let cta = try CTAExtension(block)
      if block.index == 1, let count = cta.extensionCount { extensionCount = count }
      add(cta)
    case DisplayIDExtension.tag: add(try DisplayIDExtension(block))
    default: break
    }
  }

  private mutating func add(_ found: CTAExtension) {
    colorimetry.formUnion(found.colorimetry)
    hdr = hdr ?? found.hdr
  }

  private mutating func add(_ found: DisplayIDExtension) {
    for cta in found.cta { add(cta) }
    productName = productName ?? found.productName
    luminance = luminance ?? found.luminance
    preferredMode = preferredMode ?? found.nativeMode
    bitDepth = bitDepth ?? found.bitDepth
    widthInMillimetres = widthInMillimetres ?? found.widthInMillimetres
    heightInMillimetres = heightInMillimetres ?? found.heightInMillimetres
    primaries = found.primaries ?? primaries
    if found.takesPQ {
      colorimetry.insert(.bt2020RGB)
      hdr = hdr ?? HDRCapability(curves: [.traditionalSDR], takesStaticMetadata: false)
      hdr?.curves.insert(.pq)
    }
  }
}
