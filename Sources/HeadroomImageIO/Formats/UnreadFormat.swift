internal import HeadroomContainers

/// Formats that users try and this version does not read: an error that names one is more helpful than "unknown".
enum UnreadFormat {
  /// The format of the first bytes, with its article; nil where they do not identify one.
  static func name(of bytes: FileBytes) -> String? {
    if let known = signatures.first(where: { bytes.hasBytes($0.bytes, at: $0.offset) }) { return known.name }
    return bytes.hasBytes(Array("ftyp".utf8), at: 4) ? brandedName(bytes) : nil
  }

  private struct Signature {
    let bytes: [UInt8]
    var offset = 0
    let name: String

    init(_ bytes: [UInt8], at offset: Int = 0, _ name: String) {
      (self.bytes, self.offset, self.name) = (bytes, offset, name)
    }

    init(_ text: String, at offset: Int = 0, _ name: String) { self.init(Array(text.utf8), at: offset, name) }
  }

  private static let signatures: [Signature] = [
    Signature("8BPS", "a Photoshop document (PSD)"),
    Signature([0x49, 0x49, 0xBC], "a JPEG XR"),
    Signature([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A], "a JPEG 2000"),
    Signature([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000"),
    Signature([0xFF, 0xD8, 0xFF, 0xF7], "a JPEG-LS"),
    Signature([0, 0, 1, 0], "a Windows icon (ICO)"),
    Signature("DDS ", "a DDS texture"),
    Signature([0xAB, 0x4B, 0x54, 0x58, 0x20], "a KTX texture"),
    Signature("qoif", "a QOI"),
    Signature("FLIF", "a FLIF"),
    Signature([0x42, 0x50, 0x47, 0xFB], "a BPG"),
    Signature("gimp xcf", "a GIMP document (XCF)"),
    Signature([0x53, 0x44, 0x50, 0x58], "a DPX"),
    Signature([0x58, 0x50, 0x44, 0x53], "a DPX"),
    Signature("SIMPLE  =", "a FITS"),
    Signature("DICM", at: 128, "a DICOM"),
    Signature("%PDF", "a PDF"),
    Signature("%!PS", "a PostScript file"),
    Signature("<svg", "an SVG"),
    Signature([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM movie"),
    Signature("AVI ", at: 8, "an AVI movie"),
    Signature([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
  ]

  private static let brands: [String: String] = [
    "mif3": "an HEIF with the short 'mini' box", "jpx ": "a JPEG 2000", "qt  ": "a QuickTime movie",
  ]

  /// The name for a file of ISO boxes whose brand is not a picture's.
  private static func brandedName(_ bytes: FileBytes) -> String? {
    guard bytes.count >= 12 else { return nil }
    return brands[String(decoding: bytes.copy(8..<12), as: UTF8.self)] ?? "an MP4 movie or another file of ISO boxes"
  }
}
