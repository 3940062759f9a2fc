internal import HeadroomContainers
internal import HeadroomPixels

extension Netpbm {
  /// Fills bitmaps from rasters.
  struct RasterDecoder: StoredRaster {
    let bytes: FileBytes
    let header: Header
    private let scaler: SampleScaler

    init(bytes: FileBytes, header: Header) {
      self.bytes = bytes
      self.header = header
      scaler = SampleScaler(maximum: header.maximum)
    }

    var width: Int { header.width }
    var height: Int { header.height }
    var format: PixelFormat { header.format }
    var start: Int { header.raster }
    /// 0 for text.
    var rowBytes: Int { header.rowBytes ?? 0 }
    var storedRows: Int { rowBytes > 0 ? min(height, max(bytes.count - start, 0) / rowBytes) : 0 }
    // Float maps begin with the bottom row.
    var isTopDown: Bool { !header.kind.isFloat }

    /// Throws where the file ends before the raster does.
    func checkComplete(allowPartial: Bool) throws(ImageIOError) {
      guard !allowPartial, UInt64(max(bytes.count - header.raster, 0)) < header.leastRasterBytes else { return }
      throw .incompletePicture(part: "raster", offset: bytes.count)
    }

    /// The picture, and whether rows are missing (they are black).
    func decode(allowPartial: Bool) throws(ImageIOError) -> (bitmap: PixelBitmap, isPartial: Bool) {
      try checkComplete(allowPartial: allowPartial)
      let bitmap: PixelBitmap
      do throws(PixelError) {
        bitmap = try PixelBitmap(
          width: header.width, height: header.height, format: header.format, alpha: .straight)
      } catch {
        throw ImageIOError(error)
      }
      guard header.rowBytes != nil else { return (bitmap, try decodeText(into: bitmap, allowPartial)) }
      let isPartial = try decode(rows: 0..<header.height, into: bitmap, row: 0)
      return (bitmap, isPartial)
    }

    func decode(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
      let count = width * header.channels
      switch header.kind {
      case .rgbFloat, .grayFloat: unsafe Self.floats(source, target, count, header)
      case .bitmap: unsafe Self.bits(source, target, count)
      default: unsafe scaler.scale(source, target, count)
      }
    }

    private static func floats(
      _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ header: Header
    ) {
      let out = unsafe target.assumingMemoryBound(to: UInt32.self)
      for index in 0..<count {
        let bits = unsafe source.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        unsafe out[index] = header.isLittleEndian ? UInt32(littleEndian: bits) : UInt32(bigEndian: bits)
      }
      guard header.scale != 1 else { return }
      let values = unsafe target.assumingMemoryBound(to: Float.self)
      for index in 0..<count { unsafe values[index] *= header.scale }
    }

    /// Bits, the most significant first, in which 1 is black.
    private static func bits(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
      let bits = unsafe source.assumingMemoryBound(to: UInt8.self)
      let out = unsafe target.assumingMemoryBound(to: UInt8.self)
      for index in 0..<count {
        let isBlack = unsafe bits[index / 8] & (0x80 >> UInt8(index % 8)) != 0
        unsafe out[index] = isBlack ? 0 : 255
      }
    }

    // MARK: - Text

    /// Reads samples written as decimal digits. Returns whether some are missing.
    private func decodeText(into bitmap: PixelBitmap, _ allowPartial: Bool) throws(ImageIOError) -> Bool {
      var scanner = SampleScanner(bytes: bytes, position: header.raster, isBitmap: header.kind.isBitmap)
      let count = header.width * header.channels
      for row in 0..<header.height {
        let target = unsafe bitmap.rowAddress(row)
        for index in 0..<count {
          guard let sample = try scanner.next() else {
            guard allowPartial else { throw .incompletePicture(part: "raster", offset: bytes.count) }
            bitmap.clear(rows: row..<header.height)
            return true
          }
          unsafe scaler.store(header.kind.isBitmap ? 1 - min(sample, 1) : sample, target, index)
        }
      }
      return false
    }
  }

  /// The samples of a text raster, one after the other.
  private struct SampleScanner {
    let bytes: FileBytes
    var position: Int
    let isBitmap: Bool

    /// Nil at the end of the file.
    mutating func next() throws(ImageIOError) -> Int? {
      while let end = Netpbm.endOfSpace(bytes, at: position) { position = end }
      guard let first = bytes[position] else { return nil }
      var value = try digit(first)
      position += 1
      // Bits may stand without white space between them.
      guard !isBitmap else { return value }
      while let byte = bytes[position], !Netpbm.isSpace(byte), byte != UInt8(ascii: "#") {
        value = min(value * 10 + (try digit(byte)), 1 << 20)
        position += 1
      }
      return value
    }

    private func digit(_ byte: UInt8) throws(ImageIOError) -> Int {
      guard (48...57).contains(byte) else {
        throw .malformed(part: "raster", text: "byte \(byte) where a digit is due", offset: position)
      }
      return Int(byte - 48)
    }
  }
}
