import HeadroomColor
import HeadroomContainers
import HeadroomRAW
import Testing

/// A camera's matrices under A and D65, as a DNG converter writes them (Canon EOS 6D).
let sixD = CameraCalibration(lights: [
  CameraCalibration.Light(
    temperature: 2850,
    colorMatrix: Matrix3x3(
      rows: [0.7546, -0.1435, -0.0929], [-0.3846, 1.1488, 0.2692], [-0.0332, 0.1209, 0.6370]),
    forwardMatrix: Matrix3x3(
      rows: [0.7763, 0.0065, 0.1815], [0.2364, 0.8351, -0.0715], [-0.0059, -0.4228, 1.2538])),
  CameraCalibration.Light(
    temperature: 6500,
    colorMatrix: Matrix3x3(
      rows: [0.7034, -0.0804, -0.1014], [-0.4420, 1.2564, 0.2058], [-0.0851, 0.1994, 0.5758]),
    forwardMatrix: Matrix3x3(
      rows: [0.7464, 0.1044, 0.1135], [0.2648, 0.9173, -0.1820], [0.0113, -0.2154, 1.0292])),
])

func withoutForward(_ calibration: CameraCalibration) -> CameraCalibration {
  var result = calibration
  for index in result.lights.indices { result.lights[index].forwardMatrix = nil }
  return result
}

@Suite struct CameraColorModelTests {
  private static let whites: [Chromaticity] = [
    .d65, .d50, .illuminantE, Chromaticity(x: 0.4476, y: 0.4074), Chromaticity(x: 0.3721, y: 0.3751),
  ]

  @Test(arguments: [sixD, withoutForward(sixD)])
  func `The camera's white is white in any primaries`(calibration: CameraCalibration) throws {
    let model = try CameraColorModel(calibration)
    for white in Self.whites {
      let balance = try model.balance(for: white)
      #expect(abs(balance.multipliers.min() - 1) < 1e-12)
      let xyz = balance.balancedToXYZ.apply(SIMD3(1, 1, 1)) - Chromaticity.d50.xyz
      #expect(abs(xyz.x) < 1e-9 && abs(xyz.y) < 1e-9 && abs(xyz.z) < 1e-9)
      for primaries in [ColorPrimaries.bt2020, .romm, .bt709] {
        let rgb = balance.matrix(to: primaries).apply(SIMD3(1, 1, 1))
        #expect(abs(rgb.x - 1) < 1e-12 && abs(rgb.y - 1) < 1e-12 && abs(rgb.z - 1) < 1e-12)
      }
    }
  }

  @Test func `A neutral leads back to its white`() throws {
    let model = try CameraColorModel(sixD)
    for white in Self.whites {
      let back = try model.white(forNeutral: model.neutral(for: white))
      #expect(abs(back.x - white.x) < 1e-6 && abs(back.y - white.y) < 1e-6)
    }
  }

  @Test func `Two lights share by reciprocal temperature`() throws {
    let model = try CameraColorModel(sixD)
    let between = CorrelatedTemperature(temperature: 4000, tint: 0).chromaticity
    let share = (1.0 / 4000 - 1.0 / 6500) / (1.0 / 2850 - 1.0 / 6500)
    #expect(abs(model.weights(for: between)[0] - share) < 1e-6)
    #expect(model.weights(for: CorrelatedTemperature(temperature: 2000, tint: 0).chromaticity) == [1, 0])
    #expect(model.weights(for: CorrelatedTemperature(temperature: 9000, tint: 0).chromaticity) == [0, 1])
    let turned = try CameraColorModel(CameraCalibration(lights: sixD.lights.reversed()))
    #expect(abs(turned.weights(for: between)[1] - share) < 1e-6)
  }
}
