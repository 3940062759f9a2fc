internal import HeadroomColor
package import HeadroomPixels

/// How much two pictures differ at each pixel.
package enum DifferenceMap {
  /// PQ signal of cone responses relative to white.
  private static let signal = CurveTable(exponents: -24...6, isMirrored: true) {
    PQCurve.signal(nits: $0 * ReferenceWhite.nits)
  }

  /// Delta E ITP (BT.2124) of two pictures of one size, as half floats.
  package static func make(_ a: PixelBitmap, _ b: PixelBitmap) throws(PixelError) -> PixelBitmap {
    let result = try PixelBitmap(width: a.width, height: a.height, format: .grayHalf)
    let height = min(a.height, b.height)
    let width = min(a.width, b.width)
    let makeRows: @Sendable () -> RowPair = { RowPair(width: width) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeRows) { row, pair in
      unsafe fill(pair.first.rows, from: a, row: row, width)
      unsafe fill(pair.second.rows, from: b, row: row, width)
      let target = unsafe result.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      let (p, q) = unsafe (pair.first.rows, pair.second.rows)
      for x in 0..<width {
        let (i, t, c) = unsafe (p.r[x] - q.r[x], 0.5 * (p.g[x] - q.g[x]), p.b[x] - q.b[x])
        unsafe target[x] = Float16(720 * (i * i + t * t + c * c).squareRoot()).bitPattern
      }
    }
    return result
  }

  /// Mean and maximum of a map. NaN is ignored.
  package static func summary(of map: PixelBitmap) -> (mean: Double, maximum: Double) {
    var (sum, count, most) = (0.0, 0, 0.0)
    for row in 0..<map.height {
      let values = unsafe map.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for x in 0..<map.width {
        let value = unsafe Double(Float16(bitPattern: values[x]))
        guard value.isFinite else { continue }
        (sum, count, most) = (sum + value, count + 1, max(most, value))
      }
    }
    return (count > 0 ? sum / Double(count) : 0, most)
  }

  private struct RowPair: ~Copyable {
    let first: RowBuffer
    let second: RowBuffer

    init(width: Int) {
      first = RowBuffer(capacity: width)
      second = RowBuffer(capacity: width)
    }
  }

  /// A row as I, Ct, Cp. NaN counts as black.
  private static func fill(_ rows: RowPointers, from bitmap: PixelBitmap, row: Int, _ width: Int) {
    unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: width, into: rows)
    unsafe multiply(rows, by: ICtCp.lmsFromRGB, width)
    for plane in 0..<3 { unsafe signal.apply(rows.plane(plane), width) }
    unsafe multiply(rows, by: ICtCp.fromLMSPQ, width)
  }

  private static func multiply(_ rows: RowPointers, by matrix: Matrix3x3, _ width: Int) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    let (m0, m1, m2) = (SIMD3<Float>(matrix.row0), SIMD3<Float>(matrix.row1), SIMD3<Float>(matrix.row2))
    for x in 0..<width {
      let color = unsafe SIMD3(r[x], g[x], b[x])
      let sound = color.replacing(with: 0, where: color .!= color)
      unsafe r[x] = (m0 * sound).sum()
      unsafe g[x] = (m1 * sound).sum()
      unsafe b[x] = (m2 * sound).sum()
    }
  }
}
