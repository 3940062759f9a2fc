package import HeadroomColor

/// A camera's colour response, measured under up to three lights (DNG 1.7.1, chapter 6).
package struct CameraCalibration: Hashable, Sendable {
  /// The measurements under one light.
  package struct Light: Hashable, Sendable {
    /// The correlated temperature in kelvins and the tint; nil where the file does not state the light.
    package var temperature: Double?
    package var tint: Double
    /// The light's own white where the file states it (IlluminantData), from which ``temperature`` is estimated.
    package var white: Chromaticity?
    /// The matrix from XYZ to camera.
    package var colorMatrix: Matrix3x3
    /// The matrix from white-balanced camera values to XYZ of D50; nil for none.
    package var forwardMatrix: Matrix3x3?
    /// The matrix from the reference camera to this one.
    package var cameraCalibration: Matrix3x3

    package init(
      temperature: Double?, tint: Double = 0, colorMatrix: Matrix3x3, forwardMatrix: Matrix3x3? = nil,
      cameraCalibration: Matrix3x3 = .identity
    ) {
      self.temperature = temperature
      self.tint = tint
      self.colorMatrix = colorMatrix
      self.forwardMatrix = forwardMatrix
      self.cameraCalibration = cameraCalibration
    }
  }

  /// One to three, as the file numbers them.
  package var lights: [Light]
  package var analogBalance: SIMD3<Double>

  package init(lights: [Light], analogBalance: SIMD3<Double> = SIMD3(1, 1, 1)) {
    self.lights = lights
    self.analogBalance = analogBalance
  }
}

/// The white balance that the camera determined.
package enum AsShotWhite: Hashable, Sendable {
  /// Camera values of a neutral surface.
  case neutral(SIMD3<Double>)
  case chromaticity(Chromaticity)
  /// The file does not state it.
  case unknown
}
