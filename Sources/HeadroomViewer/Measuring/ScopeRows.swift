internal import HeadroomColor
internal import HeadroomPixels

/// A row of light with what the scopes want of it: luminance and its PQ signal, chromaticities, and the ICtCp of PQ.
@safe struct ScopeRows: ~Copyable {
  /// Luminance below which colour is noise, relative to white.
  static let darkest: Float = 0x1p-12

  let width: Int
  private let base: UnsafeMutablePointer<Float>
  private let stored: UnsafeMutablePointer<UInt16>
  private let places: UnsafeMutablePointer<UInt16>
  private let stride: Int
  private let toXYZ = ColorPrimaries.bt2020.toXYZ
  private let toLMS = ICtCp.lmsFromRGB
  private let fromLMS = ICtCp.fromLMSPQ

  /// Rows of memory: four of light, one signal, two chromaticities, three of cones.
  private static let rowCount = 10

  init(width: Int) {
    self.width = width
    stride = ((width + 15) / 16 | 1) * 16
    unsafe base = .allocate(capacity: stride * Self.rowCount)
    unsafe base.initialize(repeating: 0, count: stride * Self.rowCount)
    unsafe stored = .allocate(capacity: 3 * width)
    unsafe stored.initialize(repeating: 0, count: 3 * width)
    unsafe places = .allocate(capacity: width)
    for x in 0..<width { unsafe (places + x).initialize(to: UInt16(x * ScopeCounts.edge / width * ScopeCounts.edge)) }
  }

  deinit {
    unsafe base.deallocate()
    unsafe stored.deallocate()
    unsafe places.deallocate()
  }

  private func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe base + index * stride }

  /// The bits of the row's half floats as stored: red, green, blue of each pixel.
  var codes: UnsafePointer<UInt16> { unsafe UnsafePointer(stored) }
  /// Where each pixel's column of a waveform begins.
  var columns: UnsafePointer<UInt16> { unsafe UnsafePointer(places) }
  var luminance: UnsafePointer<Float> { unsafe UnsafePointer(row(3)) }
  var luminanceSignal: UnsafePointer<Float> { unsafe UnsafePointer(row(4)) }
  var chromaticityX: UnsafePointer<Float> { unsafe UnsafePointer(row(5)) }
  var chromaticityY: UnsafePointer<Float> { unsafe UnsafePointer(row(6)) }
  var ct: UnsafePointer<Float> { unsafe UnsafePointer(row(8)) }
  var cp: UnsafePointer<Float> { unsafe UnsafePointer(row(9)) }

  /// Takes a row of half floats; a pixel that is no number is black.
  func read(_ bitmap: PixelBitmap, row index: Int, gain: Float) {
    unsafe stored.update(
      from: bitmap.rowAddress(index).assumingMemoryBound(to: UInt16.self), count: 3 * width)
    // Alpha goes where luminance will be.
    unsafe RowCodec.unpack(
      bitmap, row: index, x: 0, count: width, into: RowPointers(r: row(0), g: row(1), b: row(2), a: row(3)))
    let (r, g, b, y) = unsafe (row(0), row(1), row(2), row(3))
    let weights = SIMD3<Float>(toXYZ.row1)
    let (wr, wg, wb) = (weights.x, weights.y, weights.z)
    var areNumbers = true
    for x in 0..<width {
      let isNumber = unsafe (r[x] + g[x] + b[x]).isFinite
      areNumbers = areNumbers && isNumber
      unsafe r[x] = isNumber ? r[x] * gain : 0
      unsafe g[x] = isNumber ? g[x] * gain : 0
      unsafe b[x] = isNumber ? b[x] * gain : 0
      unsafe y[x] = wr * r[x] + wg * g[x] + wb * b[x]
    }
    if !areNumbers { blacken() }
  }

  /// Takes what is no number out of the stored row too.
  private func blacken() {
    for x in 0..<width where (0..<3).contains(where: { unsafe !Float16(bitPattern: stored[3 * x + $0]).isFinite }) {
      unsafe (stored + 3 * x).update(repeating: 0, count: 3)
    }
  }

  /// Works out the rest of the row.
  func encode(with curve: CurveTable) {
    unsafe curve.apply(luminance, to: row(4), width)
    findChromaticities()
    findVectors(curve)
  }

  private func findChromaticities() {
    let (r, g, b, luminance) = unsafe (row(0), row(1), row(2), row(3))
    let (cx, cy) = unsafe (row(5), row(6))
    let sums = SIMD3<Float>(toXYZ.row0 + toXYZ.row1 + toXYZ.row2)
    let firsts = SIMD3<Float>(toXYZ.row0)
    let (fr, fg, fb, sr, sg, sb) = (firsts.x, firsts.y, firsts.z, sums.x, sums.y, sums.z)
    for x in 0..<width {
      let scale = unsafe 1 / (sr * r[x] + sg * g[x] + sb * b[x])
      unsafe cx[x] = (fr * r[x] + fg * g[x] + fb * b[x]) * scale
      unsafe cy[x] = luminance[x] * scale
    }
  }

  private func findVectors(_ curve: CurveTable) {
    let (r, g, b) = unsafe (row(0), row(1), row(2))
    for cone in 0..<3 {
      let weights = SIMD3<Float>(toLMS.rows[cone])
      let (wr, wg, wb) = (weights.x, weights.y, weights.z)
      let target = unsafe row(7 + cone)
      for x in 0..<width { unsafe target[x] = wr * r[x] + wg * g[x] + wb * b[x] }
      unsafe curve.apply(target, width)
    }
    let (l, m, s) = unsafe (row(7), row(8), row(9))
    let (t, p) = (SIMD3<Float>(fromLMS.row1), SIMD3<Float>(fromLMS.row2))
    let (tl, tm, ts, pl, pm, ps) = (t.x, t.y, t.z, p.x, p.y, p.z)
    for x in 0..<width {
      let cones = unsafe (l[x], m[x], s[x])
      unsafe m[x] = tl * cones.0 + tm * cones.1 + ts * cones.2
      unsafe s[x] = pl * cones.0 + pm * cones.1 + ps * cones.2
    }
  }
}
