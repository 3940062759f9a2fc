internal import HeadroomColor
package import HeadroomPixels

/// A row of light, and the place of each of its pixels in the scopes.
@safe package struct ScopeRows: ~Copyable {
  /// Luminance below which colour is noise, relative to white.
  package static var darkest: Float { 0x1p-12 }

  package let width: Int
  private let base: UnsafeMutablePointer<Float>
  private let stored: UnsafeMutablePointer<UInt16>
  private let starts: UnsafeMutablePointer<UInt16>
  private let found: UnsafeMutablePointer<UInt32>
  private let stride: Int
  private let toXYZ = ColorPrimaries.bt2020.toXYZ
  private let toLMS = ICtCp.lmsFromRGB
  private let fromLMS = ICtCp.fromLMSPQ

  /// Rows of memory: four of light, one signal, three of cones.
  private static let rowCount = 8

  package init(width: Int) {
    self.width = width
    stride = ((width + 15) / 16 | 1) * 16
    unsafe base = .allocate(capacity: stride * Self.rowCount)
    unsafe base.initialize(repeating: 0, count: stride * Self.rowCount)
    unsafe stored = .allocate(capacity: 3 * width)
    unsafe stored.initialize(repeating: 0, count: 3 * width)
    unsafe found = .allocate(capacity: stride * Place.allCases.count)
    unsafe found.initialize(repeating: 0, count: stride * Place.allCases.count)
    unsafe starts = .allocate(capacity: width)
    for x in 0..<width { unsafe (starts + x).initialize(to: UInt16(x * ScopeCounts.edge / width * ScopeCounts.edge)) }
  }

  deinit {
    unsafe base.deallocate()
    unsafe stored.deallocate()
    unsafe starts.deallocate()
    unsafe found.deallocate()
  }

  private func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe base + index * stride }

  /// The bits of the row's half floats as stored: red, green, blue of each pixel.
  package var codes: UnsafePointer<UInt16> { unsafe UnsafePointer(stored) }
  /// The beginning of each pixel's column in a waveform.
  package var columns: UnsafePointer<UInt16> { unsafe UnsafePointer(starts) }

  /// The counts of a pixel beside the histograms and waveforms of its components.
  package enum Place: Int, CaseIterable {
    /// The slot of the histogram of luminance.
    case level
    /// The row of the waveform of luminance.
    case wave
    /// The cells of the two diagrams; nowhere for nearly black pixels.
    case chromaticity, vector
  }

  package func places(_ place: Place) -> UnsafePointer<UInt32> { unsafe UnsafePointer(cells(place)) }

  private func cells(_ place: Place) -> UnsafeMutablePointer<UInt32> { unsafe found + place.rawValue * stride }

  /// Reads a row of half floats; NaN pixels become black.
  package func read(_ bitmap: PixelBitmap, row index: Int, gain: Float) {
    unsafe stored.update(
      from: bitmap.rowAddress(index).assumingMemoryBound(to: UInt16.self), count: 3 * width)
    // Alpha goes to the place of luminance.
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

  /// Removes NaN from the stored row too.
  private func blacken() {
    for x in 0..<width where (0..<3).contains(where: { unsafe !Float16(bitPattern: stored[3 * x + $0]).isFinite }) {
      unsafe (stored + 3 * x).update(repeating: 0, count: 3)
    }
  }

  /// Finds the places of the row's pixels.
  package func place(with curve: CurveTable, _ bins: StopBins) {
    placeLuminance(curve, bins)
    placeChromaticities()
    placeVectors(curve)
  }

  private func placeLuminance(_ curve: CurveTable, _ bins: StopBins) {
    let (luminance, signals) = unsafe (row(3), row(4))
    let (slots, rises) = unsafe (cells(.level), cells(.wave))
    unsafe curve.apply(luminance, to: signals, width)
    for x in 0..<width {
      unsafe slots[x] = bins.slot(of: luminance[x])
      unsafe rises[x] = ScopeCounts.row(ofSignal: signals[x])
    }
  }

  private func placeChromaticities() {
    let (r, g, b, luminance) = unsafe (row(0), row(1), row(2), row(3))
    let target = unsafe cells(.chromaticity)
    let sums = SIMD3<Float>(toXYZ.row0 + toXYZ.row1 + toXYZ.row2)
    let firsts = SIMD3<Float>(toXYZ.row0) * (Float(ScopeCounts.edge) / ScopeCounts.largestX)
    let (fr, fg, fb, sr, sg, sb) = (firsts.x, firsts.y, firsts.z, sums.x, sums.y, sums.z)
    let up = Float(ScopeCounts.edge) / ScopeCounts.largestY
    for x in 0..<width {
      let scale = unsafe 1 / (sr * r[x] + sg * g[x] + sb * b[x])
      let column = unsafe ScopeCounts.cell((fr * r[x] + fg * g[x] + fb * b[x]) * scale)
      let row = unsafe ScopeCounts.cell(luminance[x] * up * scale)
      unsafe target[x] = luminance[x] > Self.darkest ? row << 8 | column : ScopeCounts.nowhereOfChromaticity
    }
  }

  private func placeVectors(_ curve: CurveTable) {
    findCones(curve)
    let (l, m, s, luminance) = unsafe (row(5), row(6), row(7), row(3))
    let target = unsafe cells(.vector)
    let side = Float(ScopeCounts.edge) / (2 * ScopeCounts.largestCt)
    let (t, p) = (SIMD3<Float>(fromLMS.row1) * side, SIMD3<Float>(fromLMS.row2) * side)
    let (tl, tm, ts, pl, pm, ps) = (t.x, t.y, t.z, p.x, p.y, p.z)
    let middle = Float(ScopeCounts.edge / 2)
    for x in 0..<width {
      let column = unsafe ScopeCounts.cell(tl * l[x] + tm * m[x] + ts * s[x] + middle)
      let row = unsafe ScopeCounts.cell(pl * l[x] + pm * m[x] + ps * s[x] + middle)
      unsafe target[x] = luminance[x] > Self.darkest ? row << 8 | column : ScopeCounts.nowhereOfVectors
    }
  }

  /// The cones' PQ signals.
  private func findCones(_ curve: CurveTable) {
    let (r, g, b) = unsafe (row(0), row(1), row(2))
    for cone in 0..<3 {
      let weights = SIMD3<Float>(toLMS.rows[cone])
      let (wr, wg, wb) = (weights.x, weights.y, weights.z)
      let target = unsafe row(5 + cone)
      for x in 0..<width { unsafe target[x] = wr * r[x] + wg * g[x] + wb * b[x] }
      unsafe curve.apply(target, width)
    }
  }
}
