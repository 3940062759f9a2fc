package import HeadroomColor
internal import HeadroomPixels

/// Estimates the light of a picture whose file does not state the camera's neutral.
package struct WhiteEstimate {
  private static let passes = 12
  private static let fewest = 500
  private static let samples = 12_000
  /// The range of an estimate without a preview: it excludes candlelight and the blue hour, whose colour would be
  /// removed entirely.
  private static let temperatures = 2500.0...10_000
  private static let tints = -40.0...40
  private let model: CameraColorModel

  package init(_ model: CameraColorModel) { self.model = model }

  /// The white under which the camera's colours have the chromaticities of its preview.
  ///
  /// The preview's colours are converted back to the camera's; the median difference of both in red and in blue,
  /// relative to green, is the error of the white. Greys count most, since neither saturation nor tone curves affect
  /// them.
  ///
  /// - Parameter views: views whose scene is in the camera's own colours, without white balance.
  /// - Returns: nil where too little can be compared, or nothing is found.
  package func white(from views: MatchedViews) -> Chromaticity? {
    guard views.usable.count >= Self.fewest else { return nil }
    let views = views.sampled(Self.samples)
    let toD50 =
      ChromaticAdaptation.matrix(from: views.primaries.whiteXYZ, to: Chromaticity.d50.xyz) * views.primaries.toXYZ
    let wanted = views.preview.converted(by: toD50)
    let chroma = OKLabChroma(views.primaries)
    let weights = (0..<wanted.count).map { index in
      let color = chroma.of(views.preview[index])
      let distance = (color * color).sum().squareRoot() + 0.02
      return 1 / (distance * distance)
    }
    var white = CameraColorModel.daylight
    for _ in 0..<Self.passes {
      guard let balance = try? model.balance(for: white), let toCamera = balance.cameraToXYZ.inverse else { return nil }
      let off = Self.off(views.scene, wanted.converted(by: toCamera), weights)
      guard let off else { return nil }
      let neutral = balance.neutral * SIMD3(Libm.exp2(off.red), 1, Libm.exp2(off.blue))
      guard let next = try? model.white(forNeutral: neutral / neutral.max()), Self.isLight(next) else { return nil }
      white = next
      if abs(off.red) + abs(off.blue) < 1e-3 { break }
    }
    return white
  }

  private static func isLight(_ white: Chromaticity) -> Bool {
    guard white.x > 0, white.y > 0, white.x + white.y < 1, let place = CorrelatedTemperature(white) else {
      return false
    }
    return 1700...30_000 ~= place.temperature && abs(place.tint) < 150
  }

  /// The stops by which the camera's red and blue differ from the expected ones.
  private static func off(
    _ seen: SmallPicture, _ wanted: SmallPicture, _ weights: [Float]
  ) -> (red: Double, blue: Double)? {
    var (red, blue): ([(value: Float, weight: Float)], [(value: Float, weight: Float)]) = ([], [])
    for index in 0..<seen.count {
      let (one, other) = (seen[index], wanted[index])
      guard one.min() > 1e-5, other.min() > 1e-5 else { continue }
      red.append((log2Fast(one.x * other.y / (one.y * other.x)), weights[index]))
      blue.append((log2Fast(one.z * other.y / (one.y * other.z)), weights[index]))
    }
    guard red.count >= fewest / 5, let first = Medians.weighted(red), let last = Medians.weighted(blue) else {
      return nil
    }
    return (Double(first), Double(last))
  }

  /// The white under which edges are grey on average (van de Weijer, Gevers and Gijsenij 2007): a surface of one colour
  /// counts only by its border, however large it is.
  ///
  /// - Parameters:
  ///   - camera: the camera's own colours, without white balance.
  ///   - isClipped: whether the sensor is overexposed at a pixel.
  /// - Returns: nil for a picture without edges.
  package func whiteOfEdges(_ camera: SmallPicture, isClipped: (Int) -> Bool) -> Chromaticity? {
    var sum = SIMD3<Float>.zero
    let width = camera.width
    for y in 1..<max(camera.height - 1, 1) {
      for x in 1..<max(width - 1, 1) {
        let at = y * width + x
        guard ![at, at - 1, at + 1, at - width, at + width].contains(where: isClipped) else { continue }
        let (across, down) = (camera[at + 1] - camera[at - 1], camera[at + width] - camera[at - width])
        sum += (across * across + down * down).squareRoot()
      }
    }
    let edges = SIMD3<Double>(sum)
    guard edges.min() > 1e-3 * edges.max(), edges.max() > 0,
      let white = try? model.white(forNeutral: edges / edges.max()), let place = CorrelatedTemperature(white)
    else { return nil }
    return CorrelatedTemperature(
      temperature: min(max(place.temperature, Self.temperatures.lowerBound), Self.temperatures.upperBound),
      tint: min(max(place.tint, Self.tints.lowerBound), Self.tints.upperBound)
    ).chromaticity
  }
}
