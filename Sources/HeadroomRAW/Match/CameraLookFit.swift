package import HeadroomColor
internal import HeadroomPixels

/// Finds the ``CameraLook`` that brings a neutral development nearest to the camera's rendering of the same light.
///
/// The three parts are found in turn, four times: the curve as medians of how much lighter the camera's picture is at
/// each brightness, saturation and gains as medians of the remaining difference. Nothing is fitted to single pixels, so
/// that the camera's changes to some of them (sharpening, noise reduction, local tone) do not matter.
package struct CameraLookFit {
  /// A development from scene light with its look applied to light for a display in the preview's primaries, 0...1.
  package typealias Development = (SmallPicture) -> SmallPicture

  private static let passes = 4
  /// The number of pixels that are compared.
  private static let samples = 12_000
  /// Fewer pixels give no reliable result.
  private static let fewest = 500
  /// A flatter curve would leave too little contrast.
  private static let leastSlope = 0.25
  private static let longestWay = 4.0

  private let views: MatchedViews
  private let develop: Development
  private let weights: SIMD3<Float>
  private let sceneWeights: SIMD3<Float>
  private let sceneFromPreview: Matrix3x3
  private let chroma: OKLabChroma
  private let greys: GreyResponse

  /// - Parameter scene: the primaries of the scene's light.
  package init?(_ views: MatchedViews, scene: ColorPrimaries, develop: @escaping Development) {
    guard views.usable.count >= Self.fewest else { return nil }
    self.views = views.sampled(Self.samples)
    self.develop = develop
    let weights = SIMD3<Float>(views.primaries.luminanceWeights)
    self.weights = weights
    sceneWeights = SIMD3(scene.luminanceWeights)
    sceneFromPreview = views.primaries.matrix(to: scene)
    chroma = OKLabChroma(views.primaries)
    greys = GreyResponse { ramp in
      let made = develop(ramp)
      return (0..<made.count).map { (made[$0] * weights).sum() }
    }
    self.scene = scene
  }

  private let scene: ColorPrimaries

  /// The look; nil where the picture has too small a range of brightness for a curve.
  package func look() -> CameraLook? {
    var look = CameraLook()
    for _ in 0..<Self.passes {
      guard let curve = curve(after: look) else { return nil }
      look.curve = curve
      let made = developed(look)
      look = CameraLook(
        gains: look.gains, curve: curve, saturation: look.saturation * saturation(missingIn: made))
      look = CameraLook(
        gains: look.gains + gains(missingIn: developed(look)), curve: curve, saturation: look.saturation)
    }
    guard let curve = curve(after: look) else { return nil }
    return CameraLook(gains: look.gains, curve: curve, saturation: look.saturation)
  }

  private func applied(_ look: CameraLook) -> SmallPicture {
    let rows = CameraLookRows(look, primaries: scene)
    var light = views.scene
    let width = light.width
    unsafe light.forEachRow { row, _ in unsafe rows.apply(row, width) }
    return light
  }

  private func developed(_ look: CameraLook) -> SmallPicture { develop(applied(look)) }

  // MARK: Curve

  /// The curve, starting from a look: the missing gain at each brightness is added.
  private func curve(after look: CameraLook) -> CameraLookCurve? {
    let light = applied(look)
    let made = develop(light)
    let gains = SIMD3<Float>(
      Float(Libm.exp2(look.gains.x)), Float(Libm.exp2(look.gains.y)), Float(Libm.exp2(look.gains.z)))
    var pairs: [(stops: Float, gain: Float)] = []
    pairs.reserveCapacity(light.count)
    for index in 0..<light.count {
      let stops = Self.stops((views.scene[index] * gains * sceneWeights).sum())
      let missing = missing(light[index], made[index], views.preview[index])
      let gain = look.curve.gain(at: stops) + missing
      pairs.append((Float(stops), Float(min(max(gain, -Self.longestWay), Self.longestWay))))
    }
    return Self.curve(through: pairs)
  }

  private static func stops(_ light: Float) -> Double { Libm.log2(Double(max(light, 6e-5))) }

  /// The stops from the developed luminance to the preview's, along the development's own curve, which applies to the
  /// largest channel.
  private func missing(_ light: SIMD3<Float>, _ made: SIMD3<Float>, _ preview: SIMD3<Float>) -> Double {
    let stops = Self.stops(light.max())
    let ratio = (preview * weights).sum() / max((made * weights).sum(), 1e-6)
    return greys.stops(for: min(greys.result(stops) * ratio, 0.999)) - stops
  }

  private static func curve(through pairs: [(stops: Float, gain: Float)]) -> CameraLookCurve? {
    let all = pairs.map(\.stops)
    guard let low = Medians.quantile(0.005, of: all), let high = Medians.quantile(0.995, of: all), high > low + 1
    else { return nil }
    let bins = CameraLookCurve.mostKnots
    var (stops, gains) = ([[Float]](repeating: [], count: bins), [[Float]](repeating: [], count: bins))
    for pair in pairs where low...high ~= pair.stops {
      let bin = min(Int((pair.stops - low) / (high - low) * Float(bins)), bins - 1)
      stops[bin].append(pair.stops)
      gains[bin].append(pair.gain)
    }
    let fewest = max(30, pairs.count / 500)
    var knots: [(point: SIMD2<Double>, weight: Double)] = []
    for (x, y) in zip(stops, gains) where x.count >= fewest {
      guard let place = Medians.median(x), let gain = Medians.median(y) else { continue }
      knots.append((SIMD2(Double(place), Double(place) + Double(gain)), Double(x.count)))
    }
    return knots.count > 1 ? CameraLookCurve(knots: rising(knots)) : nil
  }

  /// The nearest knots whose line rises everywhere (pool adjacent violators; Ayer et al. 1955), here with at least a
  /// minimum slope.
  private static func rising(_ knots: [(point: SIMD2<Double>, weight: Double)]) -> [SIMD2<Double>] {
    var pools: [(mean: Double, weight: Double, count: Int)] = []
    for knot in knots {
      pools.append((knot.point.y - leastSlope * knot.point.x, knot.weight, 1))
      while pools.count > 1, pools[pools.count - 2].mean > pools[pools.count - 1].mean {
        let last = pools.removeLast()
        let before = pools.removeLast()
        let weight = before.weight + last.weight
        pools.append(
          ((before.mean * before.weight + last.mean * last.weight) / weight, weight, before.count + last.count))
      }
    }
    let heights = pools.flatMap { pool in [Double](repeating: pool.mean, count: pool.count) }
    return zip(knots, heights).map { SIMD2($0.point.x, $1 + leastSlope * $0.point.x) }
  }

  // MARK: Colour

  /// The factor for chroma: the median over pixels, weighted by their chroma.
  private func saturation(missingIn made: SmallPicture) -> Double {
    var ratios: [(value: Float, weight: Float)] = []
    for index in 0..<made.count {
      let (ours, wanted) = (chroma.of(made[index]), chroma.of(views.preview[index]))
      let square = (ours * ours).sum()
      guard square > 4e-4 else { continue }
      ratios.append(((ours * wanted).sum() / square, square.squareRoot()))
    }
    guard ratios.count >= Self.fewest / 5, let ratio = Medians.weighted(ratios) else { return 1 }
    return Double(max(ratio, 0))
  }

  /// The stops that the greyer half of the picture lacks in each channel, minus those that its luminance lacks.
  private func gains(missingIn made: SmallPicture) -> SIMD3<Double> {
    let amounts = (0..<made.count).map { index in
      let color = chroma.of(views.preview[index])
      return (color * color).sum()
    }
    guard let limit = Medians.median(amounts) else { return .zero }
    let (ours, wanted) = (made.converted(by: sceneFromPreview), views.preview.converted(by: sceneFromPreview))
    var missing = [[Float]](repeating: [], count: 3)
    for index in 0..<made.count where amounts[index] <= limit {
      let (one, other) = (ours[index], wanted[index])
      guard one.min() > 1e-5, other.min() > 1e-5 else { continue }
      for plane in 0..<3 { missing[plane].append(log2Fast(other[plane] / one[plane])) }
    }
    let medians = missing.map { Double(Medians.median($0) ?? 0) }
    let stops = SIMD3(medians[0], medians[1], medians[2])
    // Only a part of the step is taken, because saturation and gains depend on each other.
    return 0.7 * (stops - (stops * SIMD3<Double>(sceneWeights)).sum())
  }
}

/// OKLab's a and b of linear light.
struct OKLabChroma: Sendable {
  private let cones: [SIMD3<Float>]

  init(_ primaries: ColorPrimaries) { cones = OKLabCones.matrix(of: primaries).rows.map { SIMD3<Float>($0) } }

  func of(_ light: SIMD3<Float>) -> SIMD2<Float> {
    let (l, m, s) = (
      cbrtFast((cones[0] * light).sum()), cbrtFast((cones[1] * light).sum()), cbrtFast((cones[2] * light).sum())
    )
    return SIMD2(
      1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_71 * s, 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s)
  }
}
