package import HeadroomColor
package import HeadroomPixels

/// Turns rows of linear light into the numbers of a context's space.
package struct LightEncoder: Sendable {
  private let encoding: ColorEncoding
  private let table: CurveTable?
  private let isBounded: Bool

  /// - Parameters:
  ///   - encoding: the context's, RGB or monochrome.
  ///   - format: of the destination; integers go through tables, floating point through polynomials.
  package init(encoding: ColorEncoding, format: PixelFormat) {
    self.encoding = encoding
    isBounded = !encoding.isExtended
    let isInteger = !format.isFloatingPoint && encoding.transfer != .linear
    table = isInteger ? CurveTableCache.shared.encodeTable(for: encoding.transfer) : nil
  }

  /// Encodes `count` pixels in place. Light is that of the encoding's primaries; gray takes its luminance.
  package func encode(_ rows: RowPointers, _ count: Int) {
    if encoding.model == .monochrome { unsafe luminance(rows, count) }
    if encoding.transfer == .hlg {
      unsafe HLGSystemRow.sceneFromDisplay(encoding.hlgSystem, rows.r, rows.g, rows.b, count)
    }
    unsafe rows.forEachColor { row in
      if let table {
        unsafe table.apply(row, count)
      } else {
        unsafe TransferRow.encode(encoding.transfer, row, count)
      }
    }
    if isBounded { unsafe bound(rows, count) }
  }

  private func luminance(_ rows: RowPointers, _ count: Int) {
    let weights = encoding.primaries.luminanceWeights
    let (wr, wg, wb) = (Float(weights.x), Float(weights.y), Float(weights.z))
    for x in 0..<count {
      let value = unsafe wr * rows.r[x] + wg * rows.g[x] + wb * rows.b[x]
      unsafe rows.r[x] = value
      unsafe rows.g[x] = value
      unsafe rows.b[x] = value
    }
  }

  /// Standard-range spaces hold 0...1, in floating point too.
  private func bound(_ rows: RowPointers, _ count: Int) {
    unsafe rows.forEachColor { row in
      for x in 0..<count {
        let value = unsafe row[x]
        unsafe row[x] = value > 0 ? (value < 1 ? value : 1) : 0
      }
    }
  }
}
