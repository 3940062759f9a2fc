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

  /// The same camera with a third light, an individual calibration and analog balance.
  private func calibration(lights: Int, hasForward: Bool) -> CameraCalibration {
    var result = sixD
    result.analogBalance = SIMD3(1.02, 1, 0.97)
    result.lights[0].cameraCalibration = Matrix3x3(diagonal: SIMD3(1.01, 1, 0.98))
    result.lights[1].cameraCalibration = Matrix3x3(rows: [1, 0.01, 0], [0, 1, 0], [0, 0.02, 0.99])
    if lights == 3 {
      result.lights.append(
        CameraCalibration.Light(
          temperature: 4224.5, tint: 5.9,
          colorMatrix: Matrix3x3(
            rows: [0.7290, -0.1120, -0.0970], [-0.4130, 1.2026, 0.2375], [-0.0590, 0.1600, 0.6064]),
          forwardMatrix: Matrix3x3(
            rows: [0.7600, 0.0550, 0.1490], [0.2500, 0.8760, -0.1260], [0.0030, -0.3190, 1.1410])))
    }
    return hasForward ? result : withoutForward(result)
  }

  @Test func `Neutrals and matrices are those of colour-science`() throws {
    for row in cameraVectors {
      let model = try CameraColorModel(calibration(lights: Int(row[0]), hasForward: row[1] == 1))
      let balance = try model.balance(for: Chromaticity(x: row[2], y: row[3]))
      let matrix = balance.matrix(to: .bt2020)
      let numbers = [balance.neutral, matrix.row0, matrix.row1, matrix.row2].flatMap { [$0.x, $0.y, $0.z] }
      for (a, b) in zip(numbers, row.dropFirst(4)) { #expect(abs(a - b) < 5e-5, "\(row)") }
      #expect(abs(balance.lightWeights.reduce(0, +) - 1) < 1e-12)
    }
  }

  @Test func `A calibration that is none fails with its reason`() {
    let singular = Matrix3x3(rows: [1, 2, 3], [2, 4, 6], [0, 0, 1])
    let odd = Matrix3x3(rows: [1, 0, 0], [0, .nan, 0], [0, 0, 1])
    let huge = Matrix3x3(diagonal: SIMD3(1e308, 1e308, 1e308))
    func fails(_ change: (inout CameraCalibration) -> Void) -> Bool {
      var calibration = sixD
      change(&calibration)
      do throws(ImageIOError) {
        _ = try CameraColorModel(calibration)
        return false
      } catch {
        return error.description.hasPrefix("camera calibration: ")
      }
    }
    for matrix in [singular, odd, huge, Matrix3x3(diagonal: .zero)] {
      // A large matrix is none the worse for it: it is brought to size.
      #expect(matrix == huge || fails { $0.lights[1].colorMatrix = matrix })
      #expect(fails { $0.lights[0].forwardMatrix = matrix })
      #expect(fails { $0.lights[0].cameraCalibration = matrix })
    }
    #expect(fails { $0.analogBalance = SIMD3(1, 0, 1) })
    #expect(fails { $0.analogBalance = SIMD3(1, .nan, 1) })
    #expect(fails { $0.lights = [] })
    #expect(fails { $0.lights += $0.lights + $0.lights })
  }

  @Test func `Whites and neutrals that are none fail, those of the filter's range do not`() throws {
    let model = try CameraColorModel(sixD)
    for white in [Chromaticity(x: .nan, y: 0.3), Chromaticity(x: 0.3, y: 0), Chromaticity(x: -1, y: 0.3)] {
      #expect(throws: ImageIOError.self) { _ = try model.balance(for: white) }
    }
    for neutral in [SIMD3<Double>(.nan, 1, 1), SIMD3(0, 0, 0), SIMD3(-1, 1, 1), SIMD3(.infinity, 1, 1)] {
      #expect(throws: ImageIOError.self) { _ = try model.white(forNeutral: neutral) }
    }
    for temperature in stride(from: 2000.0, through: 50000, by: 1000) {
      for tint in stride(from: -150.0, through: 150, by: 25) {
        let white = CorrelatedTemperature(temperature: temperature, tint: tint).chromaticity
        let balance = try model.balance(for: white)
        #expect(balance.matrix(to: .bt2020).rows.allSatisfy { $0.sum().isFinite })
        #expect(balance.multipliers.min() >= 1 && balance.multipliers.max() <= 1000)
      }
    }
  }

  @Test func `Lights that are not known do not count`() throws {
    var calibration = sixD
    calibration.lights[1].temperature = nil
    #expect(try CameraColorModel(calibration).weights(for: .d65) == [1, 0])
    calibration.lights[1].temperature = 2850
    #expect(try CameraColorModel(calibration).weights(for: .d65) == [1, 0])
    calibration.lights[1].temperature = .nan
    #expect(try CameraColorModel(calibration).weights(for: .d65) == [1, 0])
    #expect(try CameraColorModel(CameraCalibration(lights: [sixD.lights[0]])).weights(for: .d65) == [1])
  }

  @Test func `Weights of three lights change without jumps`() throws {
    let model = try CameraColorModel(calibration(lights: 3, hasForward: true))
    var last = model.weights(for: CorrelatedTemperature(temperature: 2000, tint: 0).chromaticity)
    for mired in stride(from: 500.0, through: 20, by: -0.5) {
      let weights = model.weights(for: CorrelatedTemperature(temperature: 1e6 / mired, tint: 0).chromaticity)
      #expect(zip(weights, last).allSatisfy { abs($0 - $1) < 0.03 })
      last = weights
    }
  }

  @Test func `What the file does not say is daylight`() throws {
    let model = try CameraColorModel(sixD)
    #expect(abs(try model.white(.unknown).x - 0.33242) < 1e-9)
    #expect(try model.white(.chromaticity(.d65)) == .d65)
    let white = try model.white(.neutral(model.neutral(for: .d65)))
    #expect(abs(white.x - Chromaticity.d65.x) < 1e-6)
  }
}
