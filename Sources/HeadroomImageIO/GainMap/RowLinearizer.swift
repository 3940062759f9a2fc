internal import HeadroomColor
internal import HeadroomPixels

/// Reads rows of a bitmap as linear light of its own primaries.
struct RowLinearizer: Sendable {
  private let encoding: ColorEncoding
  private let table: [Float]?

  init(encoding: ColorEncoding, format: PixelFormat) {
    self.encoding = encoding
    let isIdentity = encoding.transfer == .linear
    guard let codes = format.codeCount, !format.isBiplanar, !isIdentity else {
      table = nil
      return
    }
    let transfer = encoding.transfer
    table = (0..<codes).map { Float(transfer.decode(Double($0) / Double(codes - 1))) }
  }

  func unpack(_ bitmap: PixelBitmap, row: Int, into rows: RowPointers) {
    let count = bitmap.width
    if let table {
      unsafe table.withUnsafeBufferPointer { entries in
        unsafe RowCodec.unpack(
          bitmap, row: row, x: 0, count: count, into: rows, decodeTable: entries.baseAddress)
      }
    } else {
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: count, into: rows)
      if encoding.transfer != .linear { unsafe decode(rows, count: count) }
    }
    if encoding.transfer == .hlg { unsafe displayHLG(rows, count: count) }
  }

  /// Floating-point signals, which real files of this kind do not have: the definition itself, pixel by pixel.
  private func decode(_ rows: RowPointers, count: Int) {
    let transfer = encoding.transfer
    for i in 0..<count {
      unsafe rows.r[i] = Float(transfer.decode(Double(rows.r[i])))
      unsafe rows.g[i] = Float(transfer.decode(Double(rows.g[i])))
      unsafe rows.b[i] = Float(transfer.decode(Double(rows.b[i])))
    }
  }

  private func displayHLG(_ rows: RowPointers, count: Int) {
    let system = encoding.hlgSystem
    for i in 0..<count {
      let scene = unsafe SIMD3(Double(rows.r[i]), Double(rows.g[i]), Double(rows.b[i]))
      let display = system.display(fromScene: scene)
      unsafe rows.r[i] = Float(display.x)
      unsafe rows.g[i] = Float(display.y)
      unsafe rows.b[i] = Float(display.z)
    }
  }
}
