internal import HeadroomContainers
internal import HeadroomPixels

/// The Netpbm family: PBM, PGM, PPM, PAM and the float maps PFM.
///
///     "P1"..."P6"   width height [maxval] one white space | raster
///     "P7" lines of WIDTH, HEIGHT, DEPTH, MAXVAL, TUPLTYPE, ENDHDR | raster
///     "PF" or "Pf"  width height scale one white space | rows of floats, the bottom one first
enum Netpbm {
  /// The kind of raster that the magic number states.
  enum Kind: String, CaseIterable, Sendable {
    case bitmapText = "P1"
    case grayText = "P2"
    case rgbText = "P3"
    case bitmap = "P4"
    case gray = "P5"
    case rgb = "P6"
    case anyMap = "P7"
    case rgbFloat = "PF"
    case grayFloat = "Pf"

    var isFloat: Bool { self == .rgbFloat || self == .grayFloat }
    var isText: Bool { self == .bitmapText || self == .grayText || self == .rgbText }
    /// One bit for a sample, in which 1 is black.
    var isBitmap: Bool { self == .bitmapText || self == .bitmap }
    /// Samples of a pixel; PAM states them itself.
    var channels: Int { self == .rgbText || self == .rgb || self == .rgbFloat ? 3 : 1 }
  }

  /// The header before a picture's raster.
  struct Header: Hashable, Sendable {
    var kind: Kind
    var width: Int
    var height: Int
    /// Samples of a pixel: 1 gray, 2 gray and alpha, 3 colour, 4 colour and alpha.
    var channels: Int
    /// The sample that is white; 1...65535. Without meaning for floats.
    var maximum = 1
    /// The factor of floats.
    var scale: Float = 1
    /// Whether the bytes of floats lie least significant first.
    var isLittleEndian = false
    /// Offset of the magic number.
    var start: Int
    /// Offset of the raster.
    var raster = 0
  }

  /// The kind of a file by its first bytes: the magic number and the white space after it.
  static func kind(of bytes: FileBytes, at offset: Int = 0) -> Kind? {
    guard let kind = Kind(rawValue: String(decoding: bytes.copy(offset..<offset + 2), as: UTF8.self)) else {
      return nil
    }
    // A file cut after the magic number is still a Netpbm file.
    guard let next = bytes[offset + 2] else { return kind }
    return isSpace(next) || next == UInt8(ascii: "#") ? kind : nil
  }

  /// White space as the format's pages define it: blank, tab, line feed, vertical tab, form feed, carriage return.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// The offset after the white space character or the comment at `position`; nil where there is neither.
  static func endOfSpace(_ bytes: FileBytes, at position: Int) -> Int? {
    guard let byte = bytes[position] else { return nil }
    if byte == UInt8(ascii: "#") { return bytes.firstIndex(of: 10, in: position..<bytes.count) ?? bytes.count }
    return isSpace(byte) ? position + 1 : nil
  }
}

extension Netpbm.Header {
  /// Bytes of a sample as stored; nil where samples are bits or text.
  var sampleBytes: Int? {
    if kind.isText || kind == .bitmap { return nil }
    return kind.isFloat ? 4 : maximum > 255 ? 2 : 1
  }

  /// Bytes of a row as stored; nil in text.
  var rowBytes: Int? {
    if kind == .bitmap { return (width + 7) / 8 }
    return sampleBytes.map { $0 * channels * width }
  }

  /// The fewest bytes of the raster: the exact size of binary rasters, one digit and one space per sample in text,
  /// where bits need no space.
  var leastRasterBytes: UInt64 {
    if let rowBytes { return UInt64(rowBytes) * UInt64(height) }
    let samples = UInt64(width) * UInt64(height) * UInt64(channels)
    return kind == .bitmapText ? samples : samples * 2 - 1
  }

  /// Bits that the largest sample needs.
  var bitDepth: Int { kind.isFloat ? 32 : Int.bitWidth - maximum.leadingZeroBitCount }

  /// The bitmap's format: 8 bits where these suffice, else 16; floats as they are.
  var format: PixelFormat {
    if kind.isFloat { return channels == 3 ? .rgbFloat : .grayFloat }
    let isDeep = maximum > 255
    switch channels {
    case 1: return isDeep ? .gray16 : .gray8
    case 2: return isDeep ? .grayAlpha16 : .grayAlpha8
    case 3: return isDeep ? .rgb16 : .rgb8
    default: return isDeep ? .rgba16 : .rgba8
    }
  }
}
