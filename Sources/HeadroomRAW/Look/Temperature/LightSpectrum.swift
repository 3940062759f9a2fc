internal import HeadroomColor

/// A light as power over wavelength (the second kind of DNG 1.6's IlluminantData).
struct LightSpectrum: Sendable {
  /// Nanometres.
  let first: Double
  let spacing: Double
  /// Power at each wavelength, in any unit. Beyond the ends there is none.
  let samples: [Double]

  /// The supported numbers of samples: one for every visible nanometre is half the limit.
  static let counts = 2...1000

  /// Its colour to the standard observer of 1931; nil for darkness, and for numbers that describe no light.
  var chromaticity: Chromaticity? {
    var sum = SIMD3<Double>.zero
    for (index, observer) in Self.observer.enumerated() {
      guard index + 1 < Self.observer.count else { break }
      let next = Self.observer[index + 1]
      // Lamps have spectral lines that are narrower than the steps of the observer's table.
      for part in 0..<Self.parts {
        let share = Double(part) / Double(Self.parts)
        let wavelength = Self.firstWavelength + Self.step * (Double(index) + share)
        sum += (observer + (next - observer) * share) * power(at: wavelength)
      }
    }
    guard sum.sum() > 0 else { return nil }
    let white = Chromaticity(xyz: sum)
    return white.x.isFinite && white.y.isFinite && white.x > 0 && white.y > 0 ? white : nil
  }

  private func power(at wavelength: Double) -> Double {
    let place = (wavelength - first) / spacing
    guard place >= 0, place <= Double(samples.count - 1) else { return 0 }
    let index = min(Int(place), samples.count - 2)
    return samples[index] + (samples[index + 1] - samples[index]) * (place - Double(index))
  }

  private static let firstWavelength = 380.0
  private static let step = 5.0
  /// The number of steps per nanometre.
  private static let parts = 5

  /// Colour matching functions of the CIE 1931 standard observer every 5 nm from 380 to 780 (CIE 15, table T.4).
  private static let observer: [SIMD3<Double>] = table.map { SIMD3($0.0, $0.1, $0.2) }

  private static let table: [(Double, Double, Double)] = [
    (0.001368, 3.9e-5, 0.00645), (0.002236, 6.4e-5, 0.01055), (0.004243, 0.00012, 0.02005),
    (0.00765, 0.000217, 0.03621), (0.01431, 0.000396, 0.06785), (0.02319, 0.00064, 0.1102),
    (0.04351, 0.00121, 0.2074), (0.07763, 0.00218, 0.3713), (0.13438, 0.004, 0.6456), (0.21477, 0.0073, 1.03905),
    (0.2839, 0.0116, 1.3856), (0.3285, 0.01684, 1.62296), (0.34828, 0.023, 1.74706), (0.34806, 0.0298, 1.7826),
    (0.3362, 0.038, 1.77211), (0.3187, 0.048, 1.7441), (0.2908, 0.06, 1.6692), (0.2511, 0.0739, 1.5281),
    (0.19536, 0.09098, 1.28764), (0.1421, 0.1126, 1.0419), (0.09564, 0.13902, 0.81295), (0.05795, 0.1693, 0.6162),
    (0.03201, 0.20802, 0.46518), (0.0147, 0.2586, 0.3533), (0.0049, 0.323, 0.272), (0.0024, 0.4073, 0.2123),
    (0.0093, 0.503, 0.1582), (0.0291, 0.6082, 0.1117), (0.06327, 0.71, 0.07825), (0.1096, 0.7932, 0.05725),
    (0.1655, 0.862, 0.04216), (0.22575, 0.91485, 0.02984), (0.2904, 0.954, 0.0203), (0.3597, 0.9803, 0.0134),
    (0.43345, 0.99495, 0.00875), (0.51205, 1, 0.00575), (0.5945, 0.995, 0.0039), (0.6784, 0.9786, 0.00275),
    (0.7621, 0.952, 0.0021), (0.8425, 0.9154, 0.0018), (0.9163, 0.87, 0.00165), (0.9786, 0.8163, 0.0014),
    (1.0263, 0.757, 0.0011), (1.0567, 0.6949, 0.001), (1.0622, 0.631, 0.0008), (1.0456, 0.5668, 0.0006),
    (1.0026, 0.503, 0.00034), (0.9384, 0.4412, 0.00024), (0.85445, 0.381, 0.00019), (0.7514, 0.321, 0.0001),
    (0.6424, 0.265, 5e-5), (0.5419, 0.217, 3e-5), (0.4479, 0.175, 2e-5), (0.3608, 0.1382, 1e-5),
    (0.2835, 0.107, -1.90582e-21), (0.2187, 0.0816, 0), (0.1649, 0.061, 0), (0.1212, 0.04458, 0), (0.0874, 0.032, 0),
    (0.0636, 0.0232, 0), (0.04677, 0.017, 0), (0.0329, 0.01192, 0), (0.0227, 0.00821, 0), (0.01584, 0.005723, 0),
    (0.0113592, 0.004102, 0), (0.00811092, 0.002929, 0), (0.00579035, 0.002091, 0), (0.00410946, 0.001484, 0),
    (0.00289933, 0.001047, 0), (0.00204919, 0.00074, 0), (0.00143997, 0.00052, 0), (0.000999949, 0.0003611, 0),
    (0.000690079, 0.0002492, 0), (0.000476021, 0.0001719, 0), (0.000332301, 0.00012, 0), (0.000234826, 8.48e-5, 0),
    (0.00016615, 6e-5, 0), (0.000117413, 4.24e-5, 0), (8.30753e-5, 3e-5, 0), (5.87065e-5, 2.12e-5, 0),
    (4.15099e-5, 1.499e-5, 0),
  ]
}
