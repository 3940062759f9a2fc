internal import HeadroomColor
internal import HeadroomPixels

/// Colours of the blocks of a rendition: the mean of their light, and that of their highlights, in which each pixel
/// counts by its largest channel. Both are measured in each rendition alone, so that a written file can be compared
/// with pictures that no longer exist.
///
/// Colours are compared by delta E ITP (BT.2124), with a little light added to both, as from a screen's surroundings.
/// Without it the noise of black would be the largest difference of most photos.
struct BlockColors: Sendable {
  private let primaries: ColorPrimaries
  private let weights: SIMD3<Float>
  private(set) var means: [SIMD3<Float>] = []
  private(set) var highlights: [SIMD3<Float>] = []

  /// - Parameter primaries: of the linear numbers; 1 is reference white.
  init(_ primaries: ColorPrimaries) {
    self.primaries = primaries
    weights = SIMD3<Float>(primaries.luminanceWeights)
  }

  mutating func append(mean: SIMD3<Float>, highlights color: SIMD3<Float>) {
    means.append(mean)
    highlights.append(color)
  }

  /// Errors of luminance in the dark are shares of this light.
  private static let darkest: Float = 0.05
  /// Light that is added before colours are compared: 4 cd/m².
  private static let veil: Float = 0.02

  /// The excess luminance of another rendition's blocks, as shares of this one's.
  func errors(of found: BlockColors) -> [Float] {
    zip(means, found.means).map { wanted, found in
      let luminance = (weights * wanted).sum()
      return ((weights * found).sum() - luminance) / max(luminance, Self.darkest)
    }
  }

  /// The colour differences of another rendition's blocks: delta E ITP of the mean, or half that of the
  /// highlights where it is more.
  func differences(from found: BlockColors) -> [Float] {
    let (all, bright) = (
      Self.differences(perceived(means), found.perceived(found.means)),
      Self.differences(perceived(highlights), found.perceived(found.highlights))
    )
    // Infinite light gives NaN here: other measures report it.
    return zip(all, bright).map { max($0, $1 / 2) }.map { $0.isFinite ? $0 : 0 }
  }

  /// The share of the blocks with a channel that differs by a quarter of a stop in another rendition. In saturated
  /// colours the weak channels have next to no light and are hardly visible.
  func shiftedShare(in found: BlockColors) -> Double {
    guard !means.isEmpty else { return 0 }
    let count = zip(means, found.means).count { Self.isShifted($0, $1) }
    return Double(count) / Double(means.count)
  }

  private static let mostShift: Float = 1.189_207

  private static func isShifted(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Bool {
    let (one, other) = (pointwiseMax(one, .zero) + veil, pointwiseMax(other, .zero) + veil)
    return max((one / other).max(), (other / one).max()) > mostShift
  }

  private static func differences(_ one: borrowing RowBuffer, _ other: borrowing RowBuffer) -> [Float] {
    let (a, b) = unsafe (one.rows, other.rows)
    return (0..<one.capacity).map { i in
      let d = unsafe SIMD3(a.r[i] - b.r[i], 0.5 * (a.g[i] - b.g[i]), a.b[i] - b.b[i])
      return 720 * (d * d).sum().squareRoot()
    }
  }

  /// I, Ct and Cp of colours.
  private func perceived(_ colors: [SIMD3<Float>]) -> RowBuffer {
    let buffer = RowBuffer(capacity: colors.count)
    let rows = unsafe buffer.rows
    for (i, color) in colors.enumerated() {
      (unsafe rows.r[i], unsafe rows.g[i], unsafe rows.b[i]) = (color.x, color.y, color.z)
    }
    let cones = ICtCp.lmsFromRGB * primaries.matrix(to: .bt2020)
    unsafe MatrixRow.apply(cones, rows.r, rows.g, rows.b, colors.count)
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      for i in 0..<colors.count { unsafe row[i] = max(row[i], 0) + Self.veil }
      unsafe TransferRow.encode(.pq, row, colors.count)
    }
    unsafe MatrixRow.apply(ICtCp.fromLMSPQ, rows.r, rows.g, rows.b, colors.count)
    return buffer
  }
}

extension GainMapFidelity.Colors {
  /// - Parameter tolerance: the delta E ITP that a block's mean may be off.
  init(_ wanted: BlockColors, _ found: BlockColors, tolerance: Double = Self.tolerance) {
    let differences = wanted.differences(from: found)
    let bright = zip(differences, wanted.highlights).filter { $0.1.max() > 1 }
    let isOff = { (difference: Float) in Double(difference) > tolerance }
    off = Double(differences.count(where: isOff)) / Double(max(differences.count, 1))
    brightOff = Double(bright.count { isOff($0.0) }) / Double(max(bright.count, 1))
    error = differences.isEmpty ? 0 : Double(differences.sorted()[Int(0.999 * Double(differences.count - 1))])
  }
}
