internal import HeadroomColor
package import HeadroomContainers

/// A camera's colour response under any light: its calibration, interpolated between the measured lights.
package struct CameraColorModel: Sendable {
  /// A light with its constant matrices computed.
  struct Light {
    var correlated: CorrelatedTemperature?
    /// The matrix from XYZ to camera, including the individual camera and its analog balance.
    var fromXYZ: Matrix3x3
    /// From the reference camera to this one, with its analog balance.
    var individual: Matrix3x3
    /// Maps (1, 1, 1) to D50.
    var forward: Matrix3x3?
  }

  let lights: [Light]

  /// - Throws: `malformed` for no or more than three lights, matrices with numbers that are not finite, or without inverse.
  package init(_ calibration: CameraCalibration) throws(ImageIOError) {
    guard 1...3 ~= calibration.lights.count else {
      throw Self.error("has \(calibration.lights.count) lights instead of 1 to 3")
    }
    let balance = Matrix3x3(diagonal: calibration.analogBalance)
    var lights: [Light] = []
    for (index, light) in calibration.lights.enumerated() {
      lights.append(try Self.prepared(light, balance: balance, number: index + 1))
    }
    self.lights = lights
  }

  static func error(_ text: String) -> ImageIOError { .malformed(part: "camera calibration", text: text, offset: nil) }

  private static func prepared(
    _ light: CameraCalibration.Light, balance: Matrix3x3, number: Int
  ) throws(ImageIOError) -> Light {
    let individual = balance * light.cameraCalibration
    let fromXYZ = individual * Self.normalised(color: light.colorMatrix)
    guard individual.isInvertible, fromXYZ.isInvertible else {
      throw error("the matrices of light \(number) have no inverse")
    }
    let forward = try light.forwardMatrix.map { (matrix) throws(ImageIOError) in
      guard matrix.isInvertible, let result = Self.normalised(forward: matrix) else {
        throw error("the forward matrix of light \(number) has no inverse")
      }
      return result
    }
    let correlated = light.temperature.flatMap { $0 > 0 && $0 < .infinity ? $0 : nil }
      .map { CorrelatedTemperature(temperature: $0, tint: light.tint.isFinite ? light.tint : 0) }
    return Light(correlated: correlated, fromXYZ: fromXYZ, individual: individual, forward: forward)
  }

  /// Two lights' matrices are mixed, so they must have the same scale: D50 gives 1 in the largest channel.
  private static func normalised(color matrix: Matrix3x3) -> Matrix3x3 {
    let largest = matrix.apply(Chromaticity.d50.xyz).max()
    return largest > 0 && !(0.99...1.01 ~= largest) ? matrix * (1 / largest) : matrix
  }

  private static func normalised(forward matrix: Matrix3x3) -> Matrix3x3? {
    let white = matrix.apply(SIMD3(1, 1, 1))
    let result = Matrix3x3(diagonal: Chromaticity.d50.xyz / white) * matrix
    return result.isInvertible ? result : nil
  }
}

extension Matrix3x3 {
  /// Whether all elements are finite and the matrix has a finite inverse that is not dominated by rounding errors.
  var isInvertible: Bool {
    let size = rows.map { ($0 * $0).sum() }.reduce(0, +).squareRoot()
    guard size.isFinite, size > 0, let inverse = (self * (1 / size)).inverse else { return false }
    return inverse.rows.allSatisfy { $0.sum().isFinite && abs($0.x) + abs($0.y) + abs($0.z) < 1e9 }
  }
}
