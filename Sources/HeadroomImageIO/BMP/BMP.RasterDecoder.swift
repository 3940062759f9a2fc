internal import HeadroomContainers
internal import HeadroomPixels

extension BMP {
  /// Fills bitmaps from pixels that lie there as they are.
  struct RasterDecoder: StoredRaster {
    let bytes: FileBytes
    let header: Header
    private let colors: [UInt8]
    /// From a colour's bits to 8 or 16, by component.
    private let scales: [[UInt16]]

    /// Masks of more bits lose those below.
    private static let mostBits = 16

    init(_ bytes: FileBytes, _ header: Header) {
      self.bytes = bytes
      self.header = header
      colors = BMP.colors(of: header, in: bytes)
      let peak = header.isDeep ? 65_535 : 255
      scales = (header.masks + [header.alphaMask].compactMap { $0 }).map { mask in
        let most = 1 << min(mask.bits, Self.mostBits) - 1
        return (0...most).map { UInt16(($0 * peak + most / 2) / most) }
      }
    }

    func checkComplete(allowPartial: Bool) throws(ImageIOError) {
      guard !allowPartial, storedRows < height else { return }
      throw .incompletePicture(part: "pixels", offset: bytes.count)
    }

    var width: Int { header.width }
    var height: Int { header.height }
    var format: PixelFormat { header.format }
    var start: Int { header.raster }
    var rowBytes: Int { header.rowBytes }
    var storedRows: Int { header.storedRows(bytes) }
    var isTopDown: Bool { header.isTopDown }

    func decode(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
      switch header.bits {
      case 24: unsafe Self.copyReversed(source, target, header.width)
      case 16, 32: unsafe decodeMasked(source, target)
      default: unsafe decodeIndices(source, target)
      }
    }

    private static func copyReversed(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
      let from = unsafe source.assumingMemoryBound(to: UInt8.self)
      let to = unsafe target.assumingMemoryBound(to: UInt8.self)
      for x in 0..<count {
        unsafe to[3 * x] = from[3 * x + 2]
        unsafe to[3 * x + 1] = from[3 * x + 1]
        unsafe to[3 * x + 2] = from[3 * x]
      }
    }

    /// Indices of 1, 4 or 8 bits, the first in the highest bits of a byte.
    private func decodeIndices(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
      let from = unsafe source.assumingMemoryBound(to: UInt8.self)
      let to = unsafe target.assumingMemoryBound(to: UInt8.self)
      let (bits, perByte) = (header.bits, 8 / header.bits)
      let most = UInt8(truncatingIfNeeded: 1 << bits - 1)
      for x in 0..<header.width {
        let index = unsafe from[x / perByte] >> UInt8(8 - bits - x % perByte * bits) & most
        let color = 3 * Int(index)
        for channel in 0..<3 { unsafe to[3 * x + channel] = colors[color + channel] }
      }
    }

    private func decodeMasked(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
      let masks = header.masks + [header.alphaMask].compactMap { $0 }
      let isWide = header.bits == 32
      for (channel, mask) in masks.enumerated() {
        let (scale, shift) = (scales[channel], mask.shift + UInt32(max(mask.bits - Self.mostBits, 0)))
        let most = UInt32(scale.count - 1)
        for x in 0..<header.width {
          let pixel =
            unsafe isWide
            ? UInt32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
            : UInt32(UInt16(littleEndian: source.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)))
          let value = scale[Int(pixel >> shift & most)]
          let place = x * masks.count + channel
          if header.isDeep {
            unsafe target.assumingMemoryBound(to: UInt16.self)[place] = value
          } else {
            unsafe target.assumingMemoryBound(to: UInt8.self)[place] = UInt8(truncatingIfNeeded: value)
          }
        }
      }
    }
  }

  /// Red, green and blue of all indices; those beyond the table are black.
  static func colors(of header: Header, in bytes: FileBytes) -> [UInt8] {
    let table = bytes.copy(header.table)
    return (0..<256).flatMap { index -> [UInt8] in
      let entry = index * header.entrySize
      return entry + 2 < table.count ? [table[entry + 2], table[entry + 1], table[entry]] : [0, 0, 0]
    }
  }
}
