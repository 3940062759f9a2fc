internal import HeadroomContainers
internal import HeadroomPixels

/// Windows bitmaps (and those of OS/2), whose pixels are stored plainly or as runs.
///
///     'BM' | u32 bytes of the file | u32 0 | u32 offset of the pixels
///     u32 bytes of the header from here on | the header, whose size identifies it
///     [masks] | [colour table: blue, green, red, and 0 but in the oldest] | pixels | [profile]
///
/// Numbers have their least significant byte first. Rows fill whole words of 32 bits; the bottom one is first where the
/// height is positive.
enum BMP {
  /// Bytes before the header whose size is stated.
  static let fileHeaderSize = 14
  /// Sizes of headers: OS/2 1, Windows 3, the same with three and with four masks, OS/2 2, and versions 4 and 5.
  static let headerSizes: Set<UInt32> = [12, 40, 52, 56, 64, 108, 124]

  /// How pixels are stored.
  enum Storage: Hashable, Sendable {
    case plain
    case masks
    case runs4
    case runs8
  }

  /// A colour's bits in a pixel.
  struct Mask: Hashable, Sendable {
    let shift: UInt32
    let bits: Int

    /// - Returns: nil where no bit is set, or the bits are not contiguous.
    init?(_ mask: UInt32) {
      guard mask != 0 else { return nil }
      let shift = UInt32(mask.trailingZeroBitCount)
      let bits = (mask >> shift).trailingOnes
      guard bits + mask.trailingZeroBitCount + mask.leadingZeroBitCount == 32 else { return nil }
      (self.shift, self.bits) = (shift, bits)
    }
  }

  /// The headers before the pixels.
  struct Header: Sendable {
    /// Bytes of the header, which identify its version.
    var size = 0
    var width = 0
    var height = 0
    var isTopDown = false
    /// Bits of a pixel: 1, 4, 8, 16, 24 or 32.
    var bits = 0
    var storage = Storage.plain
    /// Red, green and blue of pixels of 16 and 32 bits.
    var masks: [Mask] = []
    var alphaMask: Mask?
    var density: PixelDensity?
    /// The colour table, empty where pixels are colours, and bytes of an entry.
    var table = 0..<0
    var entrySize = 4
    /// Offset of the first pixel.
    var raster = 0
    var color = Color.unstated
  }

  /// The colours that versions 4 and 5 state.
  enum Color: Hashable, Sendable {
    case unstated
    /// Primaries as XYZ, and the exponents of the curves.
    case calibrated(endpoints: [Double], gammas: [Double])
    /// A profile in another file.
    case linked
    case embedded(Range<Int>)
  }
}

extension BMP.Header {
  var isIndexed: Bool { bits <= 8 }
  var hasAlpha: Bool { alphaMask != nil }
  /// Bits of the deepest colour.
  var depth: Int { isIndexed || masks.isEmpty ? 8 : (masks + [alphaMask].compactMap { $0 }).map(\.bits).max() ?? 8 }
  var isDeep: Bool { depth > 8 }
  /// Bytes of a row's pixels, and of the row with its padding.
  var usedRowBytes: Int { (width * bits + 7) / 8 }
  var rowBytes: Int { (width * bits + 31) / 32 * 4 }

  var format: PixelFormat {
    isDeep ? (hasAlpha ? .rgba16 : .rgb16) : hasAlpha ? .rgba8 : .rgb8
  }

  /// Rows that are in the file, in its order. The last one may lack its padding.
  func storedRows(_ bytes: FileBytes) -> Int {
    min(height, (max(bytes.count - raster, 0) + rowBytes - usedRowBytes) / rowBytes)
  }
}

extension UInt32 {
  fileprivate var trailingOnes: Int { (~self).trailingZeroBitCount }
}
