internal import HeadroomPixels

extension PixelBitmap {
  /// Makes rows black, and transparent where there is alpha: for rows that a file lacks.
  func clear(rows: Range<Int>) {
    let rowBytes = width * format.bytesPerPixel
    for row in rows { unsafe rowAddress(row).initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes) }
  }
}
