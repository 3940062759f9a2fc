package import HeadroomColor

/// What a screen says of itself: the base block (VESA E-EDID A.2) with its CTA-861 and DisplayID extensions.
///
/// Taken from it is what a picture has to know: name, size, colours, light. Everything is the screen's own claim.
package struct EDID: Hashable, Sendable {
  /// The maker's three letters, as registered with UEFI.
  package var manufacturer: String
  package var productCode: UInt16
  /// The year in which it was made, or that of its model; nil where it is not said.
  package var year: Int?
  /// The name that the maker gave it; nil without one.
  package var productName: String?
  /// Whether it is fed numbers, not voltages.
  package var isDigital: Bool
  /// Bits of a colour component; nil where it is not said.
  package var bitDepth: Int?
  /// Size of the picture in millimetres; nil where it is not said, as by projectors.
  package var widthInMillimetres: Double?
  package var heightInMillimetres: Double?
  /// Exponent of the curve; nil where it is not said.
  package var gamma: Double?
  /// Colours of its primaries and white; nil where they are not said or span nothing.
  package var primaries: ColorPrimaries?
  /// The mode that suits it best; nil where none is detailed.
  package var preferredMode: DisplayMode?
  /// Encodings that it takes beyond the usual.
  package var colorimetry: ScreenColorimetry = []
  /// What it says of HDR; nil where it says nothing.
  package var hdr: HDRCapability?
  /// The light of the panel; nil where it says nothing.
  package var luminance: PanelLuminance?

  /// Whether it shows more than SDR.
  package var isHDR: Bool { hdr?.isHDR ?? false }

  /// The most light that it gives, in cd/m²: what the panel says of itself, else the brightest content that it wants. Nil
  /// where it says neither.
  package var peakLuminance: Double? { luminance?.peak ?? hdr?.maximumLuminance }
}

extension EDID {
  /// The most that is read of one: 256 blocks, more cannot be counted.
  package static let largestSize = 256 * EDIDBlock.size

  /// Reads a description from its bytes, base block and all extensions.
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
