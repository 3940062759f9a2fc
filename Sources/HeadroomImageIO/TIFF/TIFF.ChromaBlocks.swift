internal import HeadroomContainers
internal import HeadroomPixels

extension TIFF {
  /// Y'CbCr stored as blocks: the luma of a block row by row, then one Cb and one Cr (TIFF 6.0, section 21).
  ///
  /// Chroma is repeated over its block, as in libtiff's own RGBA interface.
  struct ChromaBlocks: Sendable {
    private let subsampling: (horizontal: Int, vertical: Int)
    private let weights: (red: Float, green: Float, blue: Float)
    /// Black and white codes of luma, zero and positive end of the chroma components.
    private let reference: [Float]

    init(_ page: Page, of file: File) {
      subsampling = page.subsampling
      let stated = page.directory[Tag.coefficients].flatMap { file.value($0, limit: 64)?.numbers } ?? []
      let isUsable = stated.count == 3 && stated.allSatisfy { $0 > 0 && $0 < 1 }
      let numbers = (isUsable ? stated : [0.299, 0.587, 0.114]).map { Float($0) }
      weights = (numbers[0], numbers[1], numbers[2])
      let range = page.directory[Tag.referenceBlackWhite].flatMap { file.value($0, limit: 64)?.numbers } ?? []
      let isRange = range.count == 6 && range[1] > range[0] && range[3] > range[2] && range[5] > range[4]
      reference = (isRange ? range : [0, 255, 128, 255, 128, 255]).map { Float($0) }
    }

    /// Writes rows of a segment to a bitmap of 8-bit RGB.
    ///
    /// - Parameters:
    ///   - source: the segment's bytes.
    ///   - rowBytes: bytes of a row of blocks.
    ///   - size: columns and rows of the segment that lie in the picture.
    func expand(
      _ source: UnsafePointer<UInt8>, rowBytes: Int, size: (columns: Int, rows: Int), into bitmap: PixelBitmap,
      row: Int, x: Int
    ) {
      let (across, down) = subsampling
      let blockBytes = across * down + 2
      for line in 0..<size.rows {
        let out = unsafe bitmap.rowAddress(row + line).assumingMemoryBound(to: UInt8.self) + 3 * x
        let blocks = unsafe source + line / down * rowBytes
        for column in 0..<size.columns {
          let block = unsafe blocks + column / across * blockBytes
          let luma = unsafe block[line % down * across + column % across]
          let (blue, red) = unsafe (block[across * down], block[across * down + 1])
          unsafe write(luma, blue, red, out + 3 * column)
        }
      }
    }

    @inline(__always)
    private func write(_ luma: UInt8, _ blue: UInt8, _ red: UInt8, _ out: UnsafeMutablePointer<UInt8>) {
      let y = (Float(luma) - reference[0]) * 255 / (reference[1] - reference[0])
      let cb = (Float(blue) - reference[2]) * 127 / (reference[3] - reference[2])
      let cr = (Float(red) - reference[4]) * 127 / (reference[5] - reference[4])
      let r = y + cr * (2 - 2 * weights.red)
      let b = y + cb * (2 - 2 * weights.blue)
      let g = (y - weights.blue * b - weights.red * r) / weights.green
      unsafe out[0] = Self.code(r)
      unsafe out[1] = Self.code(g)
      unsafe out[2] = Self.code(b)
    }

    private static func code(_ value: Float) -> UInt8 {
      guard value > 0 else { return 0 }
      return value < 255 ? UInt8(value + 0.5) : 255
    }
  }
}
