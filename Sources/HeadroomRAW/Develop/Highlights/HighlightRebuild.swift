internal import HeadroomPixels

/// Replaces clipped samples by estimates.
struct HighlightRebuild: Sendable {
  let map: HighlightMap
  /// How many pixels around a pixel are searched for its other colours; 0 where every pixel has all.
  let reach: Int

  /// The share of the middle colour in the estimate of the lowest, where it is not clipped itself.
  private static let middleShare: Float = 0.5
  /// Where two or all colours are clipped, their ratios are drawn nearer to white than those around: light that bright
  /// is mostly white.
  private static let whitening: (two: Float, all: Float) = (0.5, 0.9)
  /// The logarithm of the factor by which fully clipped parts are expected to exceed the highest level.
  private static let excess: Float = 0.06

  init(map: HighlightMap, pattern: ColorFilterArray?) {
    self.map = map
    // Any five by five pixels of X-Trans hold all colours.
    reach = pattern.map { min(max(max($0.rows, $0.columns) / 2, 1), 2) } ?? 0
  }

  /// Whether a rectangle of the active area, mirrored borders included, may have clipped samples.
  func concerns(_ rect: PixelRect) -> Bool { map.blocks.touches(rect.expanded(dx: 32, dy: 32)) }

  /// The estimate for a plane of a pixel; `light` holds the logarithms of the colours around it.
  @inline(__always)
  private func estimate(_ plane: Int, light: SIMD3<Float>, _ ratios: SIMD8<Float>) -> Float {
    let (high, middle) = (light[map.order[0]], light[map.order[1]])
    let (allClipped, twoClipped) = (ratios[3], ratios[4])
    let kept = 1 - Self.whitening.two * twoClipped - (Self.whitening.all - Self.whitening.two) * allClipped
    let brightest = high + Self.excess * allClipped
    if plane == map.order[0] { return expFast(brightest) }
    if plane == map.order[1] { return expFast(brightest + ratios[0] * kept) }
    let share = Self.middleShare * (1 - twoClipped)
    let fromHigh = brightest + ratios[1] * kept
    return expFast(fromHigh + (middle + ratios[2] - fromHigh) * share)
  }

  @inline(__always)
  private func blended(_ value: Float, level: Float, with estimate: Float) -> Float {
    let span = map.clipLevel - map.nearlyClipped
    let share = min((level - map.nearlyClipped) / span, 1)
    return value + share * max(estimate - value, 0)
  }
}

// MARK: Mosaics

extension HighlightRebuild {
  /// Reads a rectangle of a mosaic with estimates in place of clipped samples.
  func fill(
    _ rect: PixelRect, from source: MosaicSource, into target: UnsafeMutablePointer<Float>, stride: Int
  ) {
    let outer = rect.expanded(dx: reach, dy: reach)
    let taps = PatternTaps(source.pattern, reach: reach, stride: outer.width)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * outer.area) { buffer in
      guard let values = buffer.baseAddress else { return }
      let levels = unsafe values + outer.area
      unsafe source.read(outer, into: values, stride: outer.width, levels: levels)
      var ratios = RatioRow(map, rect.columns)
      for y in 0..<rect.height {
        let from = (y + reach) * outer.width + reach
        let row = unsafe target + y * stride
        unsafe row.update(from: values + from, count: rect.width)
        unsafe rebuild(row, rect, y, values + from, levels + from, taps, &ratios)
      }
    }
  }

  private func rebuild(
    _ row: UnsafeMutablePointer<Float>, _ rect: PixelRect, _ y: Int, _ values: UnsafePointer<Float>,
    _ levels: UnsafePointer<Float>, _ taps: PatternTaps, _ ratios: inout RatioRow
  ) {
    var isReady = false
    for x in 0..<rect.width where unsafe levels[x] > map.nearlyClipped {
      if !isReady { ratios.move(to: rect.minY + y) }
      isReady = true
      let place = taps.place(row: rect.minY + y, column: rect.minX + x)
      guard taps.seesAll(place) else { continue }
      let means = unsafe taps.means(values + x, at: place)
      let estimate = estimate(taps.plane(place), light: Self.logarithms(means), ratios.at(x))
      unsafe row[x] = blended(row[x], level: levels[x], with: estimate)
    }
  }

  @inline(__always)
  private static func logarithms(_ light: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(logFast(max(light.x, 1e-3)), logFast(max(light.y, 1e-3)), logFast(max(light.z, 1e-3)))
  }
}

// MARK: Pixels with all colours

extension HighlightRebuild {
  /// Replaces clipped samples in a row of interleaved pixels, which starts at a pixel of the active area.
  func rebuild(
    _ row: UnsafeMutablePointer<Float>, levels: UnsafePointer<Float>, columns: Range<Int>, y: Int,
    _ ratios: inout RatioRow
  ) {
    var isReady = false
    for x in 0..<columns.count {
      let level = unsafe SIMD3(levels[3 * x], levels[3 * x + 1], levels[3 * x + 2])
      guard level.max() > map.nearlyClipped else { continue }
      if !isReady { ratios.move(to: y) }
      isReady = true
      let (red, green, blue) = unsafe (row[3 * x], row[3 * x + 1], row[3 * x + 2])
      let light = Self.logarithms(SIMD3(red, green, blue))
      let near = ratios.at(x)
      for plane in 0..<3 where level[plane] > map.nearlyClipped {
        let estimate = estimate(plane, light: light, near)
        unsafe row[3 * x + plane] = blended(row[3 * x + plane], level: level[plane], with: estimate)
      }
    }
  }
}
