internal import CHeadroomMath
package import HeadroomColor
package import HeadroomPixels

/// Compresses colours smoothly into a smaller gamut: towards the grey of the same luminance at constant OKLab hue, so
/// that blues do not turn violet and differences between saturated colours stay visible.
///
/// `GamutProjection` only moves colours from outside onto the border; this type makes room for them: colours with
/// more than ``threshold`` of the border's chroma are compressed so that the source's most saturated colour ends on the
/// border. Light above white stays (`peak` nil), or is brought below the peak towards the same grey.
package struct GamutCompression: Sendable {
  /// Colours up to this share of the border's chroma stay as they are.
  package static let threshold = 0.85
  private let toTarget: RowMatrix
  private let toSource: RowMatrix
  private let weights: (Float, Float, Float)
  private let peak: Float
  private let line: GamutLine
  /// Colours whose red, green and blue exceed these shares of their luminance are less saturated than the threshold.
  private let certain: (Float, Float, Float)
  /// How fast chroma is compressed above the threshold; 0, for no compression, when the target contains the source.
  private let inverseReach: Float
  private let inversePeakReach: Float

  /// - Parameters:
  ///   - source: the primaries of the rows, before and after.
  ///   - target: the gamut.
  ///   - peak: the largest component that is allowed in the target's primaries; nil for HDR.
  package init(from source: ColorPrimaries, into target: ColorPrimaries, peak: Double?) {
    toTarget = RowMatrix(source.matrix(to: target))
    toSource = RowMatrix(target.matrix(to: source))
    let w = target.luminanceWeights
    weights = (Float(w.x), Float(w.y), Float(w.z))
    let line = GamutLine(from: source, into: target)
    self.line = line
    certain = Self.certain(line, toward: target)
    self.peak = peak.map { Float($0) } ?? .infinity
    inversePeakReach = peak == nil ? 0 : Float(1 / (1 - Self.threshold))
    let limit = Self.border(of: source).map { Double(line.chroma(Float($0.x), Float($0.y), Float($0.z))) }.max() ?? 1
    let length = (limit - Self.threshold) / (1 - Self.threshold)
    inverseReach = limit > 1.001 ? Float((length * length - 1).squareRoot() / (limit - Self.threshold)) : 0
  }

  /// Colours around the border of a gamut: between a primary and a mixture of two.
  private static func border(of primaries: ColorPrimaries) -> [SIMD3<Double>] {
    [(0, 1), (1, 2), (2, 0)].flatMap { a, b in
      (0...64).map { step in
        var color = SIMD3<Double>.zero
        color[a] += min(Double(64 - step) / 32, 1)
        color[b] += min(Double(step) / 32, 1)
        return color
      }
    }
  }

  /// Among the target's most saturated colours, reduced to the threshold, those that lacked a component have the most
  /// of it left; a little more is used, because the border is sampled in steps.
  private static func certain(_ line: GamutLine, toward target: ColorPrimaries) -> (Float, Float, Float) {
    let (toSource, weights) = (target.matrix(to: line.source), target.luminanceWeights)
    var shares = SIMD3<Float>.zero
    for color in border(of: target) {
      let light = toSource.apply(color)
      let inner = line.target(line.way(Float(light.x), Float(light.y), Float(light.z)), share: Float(threshold))
      let components = SIMD3(inner.r, inner.g, inner.b)
      let luminance = (components * SIMD3<Float>(weights)).sum()
      for plane in 0..<3 where color[plane] == 0 { shares[plane] = max(shares[plane], components[plane] / luminance) }
    }
    return (shares.x + 0.02, shares.y + 0.02, shares.z + 0.02)
  }

  /// Applies it to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    let mayChange = inverseReach > 0 || peak < .infinity
    forEachChunk(of: count) { start, length in
      let part = unsafe rows.advanced(by: start)
      unsafe tame(part, length)
      if mayChange { unsafe compressWhereNeeded(part, length) }
    }
  }

  private func compressWhereNeeded(_ rows: RowPointers, _ count: Int) {
    let stride = ChosenPixels.capacity
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * stride) { buffer in
      guard let base = buffer.baseAddress else { return }
      let distances = unsafe base + 3 * stride
      unsafe measure(rows, count, into: distances)
      unsafe ChosenPixels.below(0, in: distances, count) { outer in
        let colors = unsafe RowPointers(base: base, stride: stride)
        for plane in 0..<3 { unsafe outer.gather(rows.plane(plane), into: colors.plane(plane)) }
        unsafe compress(colors, outer.paddedCount)
        for plane in 0..<3 { unsafe outer.scatter(colors.plane(plane), to: rows.plane(plane)) }
      }
    }
  }

  private func tame(_ rows: RowPointers, _ count: Int) {
    for i in 0..<count {
      unsafe rows.r[i] = tamed(unsafe rows.r[i])
      unsafe rows.g[i] = tamed(unsafe rows.g[i])
      unsafe rows.b[i] = tamed(unsafe rows.b[i])
    }
  }

  /// Writes a number below 0 for each colour that may come near the border. Most pictures have few.
  private func measure(_ rows: RowPointers, _ count: Int, into target: UnsafeMutablePointer<Float>) {
    for i in 0..<count {
      let (x, y, z) = toTarget.apply(unsafe rows.r[i], unsafe rows.g[i], unsafe rows.b[i])
      let luminance = weights.0 * x + weights.1 * y + weights.2 * z
      let low = largest(luminance * certain.0 - x, luminance * certain.1 - y, luminance * certain.2 - z)
      let high = largest(x, y, z) - luminance - Float(Self.threshold) * (peak - luminance)
      unsafe target[i] = -headroom_max(luminance > 0 ? low : 1, peak < .infinity ? high : -1)
    }
  }

  private func compress(_ rows: RowPointers, _ count: Int) {
    for i in 0..<count {
      let (r, g, b) = unsafe (rows.r[i], rows.g[i], rows.b[i])
      let (x, y, z) = toTarget.apply(r, g, b)
      let luminance = headroom_max(weights.0 * x + weights.1 * y + weights.2 * z, 0)
      // Chroma first. Moving along a line in OKLab changes luminance a little, so it is scaled back.
      let way = line.way(r, g, b)
      let chromaShare = Self.share(way.chroma, inverseReach)
      let inner = line.target(way, share: chromaShare)
      let inside = weights.0 * inner.r + weights.1 * inner.g + weights.2 * inner.b
      let scale = luminance / headroom_max(inside, 1e-9)
      let isMoved = chromaShare < 1
      let red: Float = isMoved ? headroom_max(inner.r * scale, 0) : x
      let green: Float = isMoved ? headroom_max(inner.g * scale, 0) : y
      let blue: Float = isMoved ? headroom_max(inner.b * scale, 0) : z
      // Then light that is too bright.
      let grey = headroom_min(luminance, peak)
      let room = headroom_max(peak - grey, 1e-6)
      let share = Self.share(headroom_min((largest(red, green, blue) - luminance) / room, 1e6), inversePeakReach)
      let out = toSource.apply(
        grey + (red - luminance) * share, grey + (green - luminance) * share, grey + (blue - luminance) * share)
      // Colours inside are not touched by the rounding of the two matrices.
      let isInside = !isMoved && share == 1 && grey == luminance && luminance > 0
      unsafe rows.r[i] = isInside ? r : out.0
      unsafe rows.g[i] = isInside ? g : out.1
      unsafe rows.b[i] = isInside ? b : out.2
    }
  }

  /// The remaining share of a distance from grey, in units of the distance to the border: all of it up to the
  /// threshold, and never beyond the border.
  @inline(__always) private static func share(_ distance: Float, _ inverseReach: Float) -> Float {
    let start = Float(threshold)
    let over = headroom_max(distance - start, 0)
    let part = over * inverseReach
    let eased = headroom_min(start + over / (1 + part * part).squareRoot(), 1)
    return distance > start ? eased / headroom_max(distance, start) : 1
  }
}
