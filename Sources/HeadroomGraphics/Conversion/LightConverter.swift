package import HeadroomColor
package import HeadroomPixels

/// Reads rows of a bitmap as linear light with straight alpha: decoded, tone mapped, in the requested primaries.
package struct LightConverter: Sendable {
  private let bitmap: PixelBitmap
  private let encoding: ColorEncoding
  private let table: DecodeTable?
  private let toneMap: LightToneMap?
  /// Into BT.2020 where light is tone mapped, otherwise straight to the destination.
  private let firstMatrix: Matrix3x3
  private let lastMatrix: Matrix3x3
  private let weights: SIMD3<Double>
  private let target: Double
  private let projects: Bool

  /// - Parameters:
  ///   - bitmap: the pixels.
  ///   - encoding: the meaning of their numbers.
  ///   - primaries: those of the resulting light; the bitmap's own unless given.
  ///   - toneMap: the curve that brings light within `target`, or nil.
  ///   - target: the headroom that tone mapped light keeps to.
  ///   - projects: whether colours outside the gamut up to `target` are brought onto it; unless given, only after tone
  ///     mapping.
  package init(
    _ bitmap: PixelBitmap, encoding: ColorEncoding, primaries: ColorPrimaries? = nil, toneMap: LightToneMap? = nil,
    target: Double = 1, projects: Bool? = nil
  ) {
    self.bitmap = bitmap
    self.encoding = encoding
    self.toneMap = toneMap
    self.target = target
    self.projects = projects ?? (toneMap != nil)
    let goal = primaries ?? encoding.primaries
    weights = goal.luminanceWeights
    firstMatrix = encoding.primaries.matrix(to: toneMap == nil ? goal : .bt2020)
    lastMatrix = toneMap == nil ? .identity : ColorPrimaries.bt2020.matrix(to: goal)
    let isPlain = encoding.model == .rgb || encoding.model == .monochrome || encoding.model == .cmyk
    let hasSignals = isPlain && bitmap.alpha != .premultiplied
    table = hasSignals ? CurveTableCache.shared.decodeTable(for: encoding.transfer, codesOf: bitmap) : nil
  }

  /// Whether alpha is 1 everywhere.
  package var isOpaque: Bool { bitmap.alpha == .opaque }

  /// The light of `count` pixels of a row from column `x` on.
  package func read(row: Int, x: Int, count: Int, into rows: RowPointers) {
    unsafe decode(row: row, x: x, count: count, into: rows)
    unsafe apply(firstMatrix, rows, count)
    if let toneMap {
      unsafe toneMap.apply(rows, count)
      unsafe apply(lastMatrix, rows, count)
    }
    if projects { unsafe project(rows, count) }
  }

  private func decode(row: Int, x: Int, count: Int, into rows: RowPointers) {
    if let table {
      unsafe RowCodec.unpack(bitmap, row: row, x: x, count: count, into: rows, decodeTable: table.entries)
    } else {
      unsafe RowCodec.unpack(bitmap, row: row, x: x, count: count, into: rows)
      if bitmap.alpha == .premultiplied { unsafe AlphaRow.unpremultiply(rows, count) }
      guard encoding.model != .lab, encoding.model != .xyz else {
        unsafe decodeSingly(rows, count)
        return
      }
      unsafe rows.forEachColor { unsafe TransferRow.decode(encoding.transfer, $0, count) }
    }
    if encoding.transfer == .hlg {
      unsafe HLGSystemRow.displayFromScene(encoding.hlgSystem, rows.r, rows.g, rows.b, count)
    }
  }

  private func decodeSingly(_ rows: RowPointers, _ count: Int) {
    for x in 0..<count {
      let numbers = unsafe SIMD3(Double(rows.r[x]), Double(rows.g[x]), Double(rows.b[x]))
      unsafe rows.store(encoding.decode(numbers), at: x)
    }
  }

  private func apply(_ matrix: Matrix3x3, _ rows: RowPointers, _ count: Int) {
    if matrix != .identity { unsafe MatrixRow.apply(matrix, rows.r, rows.g, rows.b, count) }
  }

  /// Projects colours that tone mapping and the last matrix left outside the gamut onto it.
  private func project(_ rows: RowPointers, _ count: Int) {
    let limit = Float(target)
    for x in 0..<count {
      let (r, g, b) = unsafe (rows.r[x], rows.g[x], rows.b[x])
      if min(r, g, b) >= 0 && max(r, g, b) <= limit { continue }
      let color = SIMD3(Double(r), Double(g), Double(b))
      unsafe rows.store(GamutProjection.project(color, weights: weights, peak: target), at: x)
    }
  }
}
