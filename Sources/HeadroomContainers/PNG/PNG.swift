/// Portable Network Graphics, third edition (W3C 2025): chunks are read and written here, pixels by libpng and zlib.
package enum PNG {
  /// The first eight bytes of every file.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The four letters of a chunk; their case states how a reader may treat it.
  package struct ChunkType: Hashable, Sendable {
    package let code: UInt32

    package init(code: UInt32) { self.code = code }

    package init(_ name: StaticString) {
      precondition(name.utf8CodeUnitCount == 4)
      code = unsafe UnsafeBufferPointer(start: name.utf8Start, count: 4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    package var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * $0)) } }

    /// The letters, or the code in hexadecimal when they are not letters.
    package var name: String {
      isLetters ? String(decoding: bytes, as: UTF8.self) : "0x" + String(code, radix: 16)
    }

    /// Whether all four bytes are ASCII letters, as they have to be.
    var isLetters: Bool { bytes.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } }

    /// Whether a reader needs to support the chunk to show the picture.
    var isCritical: Bool { code & 0x2000_0000 == 0 }
  }
}

extension PNG.ChunkType {
  package static let header = Self("IHDR")
  package static let palette = Self("PLTE")
  package static let pictureData = Self("IDAT")
  package static let end = Self("IEND")
  package static let transparency = Self("tRNS")
  package static let codePoints = Self("cICP")
  package static let mastering = Self("mDCV")
  package static let lightLevel = Self("cLLI")
  /// The spelling of the draft of the third edition.
  package static let draftMastering = Self("mDCv")
  /// The spelling of the draft of the third edition.
  package static let draftLightLevel = Self("cLLi")
  package static let profile = Self("iCCP")
  package static let standardRGB = Self("sRGB")
  package static let gamma = Self("gAMA")
  package static let chromaticities = Self("cHRM")
  package static let significantBits = Self("sBIT")
  package static let exif = Self("eXIf")
  package static let text = Self("tEXt")
  package static let compressedText = Self("zTXt")
  package static let internationalText = Self("iTXt")
  package static let density = Self("pHYs")
  package static let modificationTime = Self("tIME")
  /// How many frames an animation has.
  package static let animation = Self("acTL")
  /// The header of a frame; before the picture data it makes the picture the first frame.
  package static let frameControl = Self("fcTL")
  /// Skia's experimental gain map: version bytes outside, ISO 21496-1 metadata inside.
  package static let gainMapMetadata = Self("gmAP")
  /// Skia's experimental gain map: a whole PNG inside the PNG.
  package static let gainMapPicture = Self("gdAT")
}
