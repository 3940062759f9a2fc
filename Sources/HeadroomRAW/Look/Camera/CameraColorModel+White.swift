package import HeadroomColor
package import HeadroomContainers

extension CameraColorModel {
  /// XYZ to camera values under a white.
  package func xyzToCamera(for white: Chromaticity) -> Matrix3x3 {
    mixed(weights(for: white)) { $0.fromXYZ }
  }

  /// The camera's values of a neutral surface under a white: largest value 1, none below 0.001.
  package func neutral(for white: Chromaticity) throws(ImageIOError) -> SIMD3<Double> {
    let values = xyzToCamera(for: white).apply(try Self.real(white).xyz)
    guard values.sum().isFinite, values.max() > 0 else {
      throw Self.error("the camera does not see white (\(white.x), \(white.y))")
    }
    return Self.limited(values)
  }

  /// The white under which the camera has these values for a neutral surface.
  ///
  /// The matrix depends on the white itself, so the white is found by iteration from D50; where that oscillates between
  /// two whites, their midpoint is returned.
  package func white(forNeutral neutral: SIMD3<Double>) throws(ImageIOError) -> Chromaticity {
    guard neutral.sum().isFinite, neutral.min() >= 0, neutral.max() > 0 else {
      throw Self.error("neutral (\(neutral.x), \(neutral.y), \(neutral.z)) is no camera's")
    }
    let passes = 30
    var last = Chromaticity.d50
    for pass in 1...passes {
      guard let toXYZ = xyzToCamera(for: last).inverse else { throw Self.error("the mixed matrices have no inverse") }
      var next = Chromaticity(xyz: toXYZ.apply(neutral))
      guard next.x.isFinite, next.y.isFinite else { throw Self.error("the neutral has no white") }
      if abs(next.x - last.x) + abs(next.y - last.y) < 1e-7 { return next }
      if pass == passes { next = Chromaticity(x: (next.x + last.x) / 2, y: (next.y + last.y) / 2) }
      last = next
    }
    return last
  }

  /// D55: the DNG SDK's default where a file states no white.
  package static let daylight = Chromaticity(x: 0.33242, y: 0.34743)

  /// The white that the camera determined; ``daylight`` where the file does not state it.
  package func white(_ shot: AsShotWhite) throws(ImageIOError) -> Chromaticity {
    switch shot {
    case .neutral(let values): try white(forNeutral: values)
    case .chromaticity(let white): white
    case .unknown: Self.daylight
    }
  }

  /// The data for developing under a white.
  package func balance(for white: Chromaticity) throws(ImageIOError) -> CameraWhiteBalance {
    let white = try Self.real(white)
    let neutral = try neutral(for: white)
    let toXYZ = try cameraToXYZ(white: white, neutral: neutral)
    return CameraWhiteBalance(
      white: white, neutral: neutral, cameraToXYZ: toXYZ, lightWeights: weights(for: white))
  }

  private func cameraToXYZ(white: Chromaticity, neutral: SIMD3<Double>) throws(ImageIOError) -> Matrix3x3 {
    let weights = weights(for: white)
    let result =
      if let forward = forward(weights) {
        try cameraToXYZ(forward: forward, individual: mixed(weights) { $0.individual }, neutral: neutral)
      } else {
        try cameraToXYZ(adaptedFrom: white)
      }
    guard result.isInvertible else { throw Self.error("the mixed matrices have no inverse") }
    return result
  }

  private func cameraToXYZ(
    forward: Matrix3x3, individual: Matrix3x3, neutral: SIMD3<Double>
  ) throws(ImageIOError) -> Matrix3x3 {
    guard let toReference = individual.inverse else { throw Self.error("the mixed matrices have no inverse") }
    let reference = toReference.apply(neutral)
    guard reference.min() > 0 else { throw Self.error("the reference camera does not see the white") }
    return forward * Matrix3x3(diagonal: 1 / reference) * toReference
  }

  private func cameraToXYZ(adaptedFrom white: Chromaticity) throws(ImageIOError) -> Matrix3x3 {
    let d50 = Chromaticity.d50.xyz
    let fromD50 = xyzToCamera(for: white) * ChromaticAdaptation.matrix(from: d50, to: white.xyz)
    let largest = fromD50.apply(d50).max()
    guard largest > 0, let inverse = (fromD50 * (1 / largest)).inverse else {
      throw Self.error("the mixed matrices have no inverse")
    }
    return inverse
  }

  /// The white itself, or one of its hue with a little blue: low temperatures with strong tints have no blue at all.
  private static func real(_ white: Chromaticity) throws(ImageIOError) -> Chromaticity {
    guard white.x.isFinite, white.y.isFinite, white.x >= 0, white.y > 1e-4 else {
      throw error("white (\(white.x), \(white.y)) is no light")
    }
    let scale = min(0.999999 / (white.x + white.y), 1)
    return Chromaticity(x: white.x * scale, y: white.y * scale)
  }

  private static func limited(_ values: SIMD3<Double>) -> SIMD3<Double> {
    (values / values.max()).clamped(lowerBound: SIMD3(repeating: 0.001), upperBound: SIMD3(repeating: 1))
  }
}
