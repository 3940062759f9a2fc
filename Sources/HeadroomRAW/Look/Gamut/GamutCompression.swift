internal import CHeadroomMath
package import HeadroomColor
package import HeadroomPixels

/// Brings colours into a smaller gamut, smoothly: towards the grey of the same luminance, on lines of constant chromaticity
/// direction, so that differences between saturated colours stay visible.
///
/// Where ``GamutProjection`` moves only what lies outside, onto the border, this one makes room: colours with more than
/// ``threshold`` of the border's saturation are moved closer, so far that the source's most saturated colour ends on the
/// border. Light above white stays (`peak` nil) or is brought below the peak in the same way, also at its luminance.
package struct GamutCompression: Sendable {
  /// Colours up to this share of the border's saturation stay as they are.
  package static let threshold = 0.85

  private let toTarget: RowMatrix
  private let toSource: RowMatrix
  private let weights: (Float, Float, Float)
  private let peak: Float
  /// How fast saturation is compressed above the threshold; 0, not at all, when the target holds the source.
  private let inverseReach: Float
  private let inversePeakReach: Float

  /// - Parameters:
  ///   - source: primaries of the rows, in which they stay.
  ///   - target: the gamut.
  ///   - peak: the largest component that is allowed in the target's primaries; nil for HDR.
  package init(from source: ColorPrimaries, into target: ColorPrimaries, peak: Double?) {
    let matrix = source.matrix(to: target)
    toTarget = RowMatrix(matrix)
    toSource = RowMatrix(target.matrix(to: source))
    let w = target.luminanceWeights
    weights = (Float(w.x), Float(w.y), Float(w.z))
    self.peak = peak.map { Float($0) } ?? .infinity
    inversePeakReach = peak == nil ? 0 : Float(1 / (1 - Self.threshold))
    let limit = Self.saturation(of: source, in: matrix, weights: w)
    let length = (limit - Self.threshold) / (1 - Self.threshold)
    inverseReach = limit > 1.001 ? Float((length * length - 1).squareRoot() / (limit - Self.threshold)) : 0
  }

  /// The largest saturation that the source's colours have in the target: 1 on its border.
  private static func saturation(of source: ColorPrimaries, in matrix: Matrix3x3, weights: SIMD3<Double>) -> Double {
    var most = 0.0
    // Round the border of the source: between a primary and a mixture of two.
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
      for step in 0...64 {
        var color = SIMD3<Double>.zero
        color[a] += min(Double(64 - step) / 32, 1)
        color[b] += min(Double(step) / 32, 1)
        let rgb = matrix.apply(color)
        let luminance = (weights * rgb).sum()
        if luminance > 0 { most = max(most, (luminance - rgb.min()) / luminance) }
      }
    }
    return most
  }

  /// Applies it to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    guard inverseReach > 0 || peak < .infinity else { return }
    for i in 0..<count {
      let (r, g, b) = unsafe (tamed(rows.r[i]), tamed(rows.g[i]), tamed(rows.b[i]))
      let (x, y, z) = toTarget.apply(r, g, b)
      let luminance = headroom_max(weights.0 * x + weights.1 * y + weights.2 * z, 0)
      let (low, high) = (luminance - smallest(x, y, z), largest(x, y, z) - luminance)
      // Both moves are along the same line, so one share says it all; what gets darker on top gets less saturated too.
      let colorShare = Self.share(headroom_min(low / headroom_max(luminance, 1e-9), 1e6), inverseReach)
      let room = headroom_max(peak - luminance, 1e-6)
      let share = colorShare * Self.share(headroom_min(high * colorShare / room, 1e6), inversePeakReach)
      let grey = headroom_min(luminance, peak)
      let inside = toSource.apply(
        grey + (x - luminance) * share, grey + (y - luminance) * share, grey + (z - luminance) * share)
      // Rounding of the two matrices stays away from what lies inside.
      let isInside = share == 1 && grey == luminance && luminance > 0
      unsafe rows.r[i] = isInside ? r : inside.0
      unsafe rows.g[i] = isInside ? g : inside.1
      unsafe rows.b[i] = isInside ? b : inside.2
    }
  }

  /// What is left of a distance from grey, measured in distances to the border: all up to the threshold, never more than
  /// the border.
  @inline(__always) private static func share(_ distance: Float, _ inverseReach: Float) -> Float {
    let start = Float(threshold)
    let over = headroom_max(distance - start, 0)
    let part = over * inverseReach
    let eased = headroom_min(start + over / (1 + part * part).squareRoot(), 1)
    return distance > start ? eased / headroom_max(distance, start) : 1
  }
}
