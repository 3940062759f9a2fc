import HeadroomRAW
import Testing

/// Places and gains of Lensfun 0.3.3's own modifier (lf_modifier_apply_subpixel_geometry_distortion,
/// lf_modifier_apply_color_modification) with data v1, for sensors of the measurements' size and of others.
private struct LensfunVector: CustomTestStringConvertible {
  var name: String
  var profile: LensProfile
  var width: Int
  var height: Int
  /// Pixel of the corrected picture; sources of red, green and blue; gain.
  var rows: [[Double]]

  var testDescription: String { name }

  static let all = [
    LensfunVector(
      name: "EF 24-105mm f/4L at 65 mm, f/5.6",
      profile: LensProfile(
        lens: "", distortion: .ptlens(a: 0.000345786, b: 0.00916961, c: 0),
        fringes: .poly3(red: SIMD3(0.999924, 0, 5.71613e-05), blue: SIMD3(0.999998, 0, -0.000140167)),
        vignetting: SIMD3(-0.495813, 0.454604, -0.391823), cameraCrop: 1.005, lensCrop: 1, lensAspect: 1.5),
      width: 1224, height: 816,
      rows: [
        [0, 0, -13.5170, -9.0076, -13.4444, -8.9592, -13.1488, -8.7623, 1.740763],
        [1223, 815, 1236.5170, 824.0076, 1236.4443, 823.9592, 1236.1488, 823.7623, 1.740763],
        [612, 408, 611.9952, 407.9952, 611.9952, 407.9952, 611.9952, 407.9952, 1],
        [100, 50, 93.3263, 45.3356, 93.3575, 45.3574, 93.5314, 45.4790, 1.360349],
        [1217, 408, 1224.0763, 408.0058, 1224.0446, 408.0058, 1223.8513, 408.0056, 1.327829],
        [408, 814, 407.5434, 814.9120, 407.5424, 814.9142, 407.5781, 814.8428, 1.168106],
      ]),
    LensfunVector(
      name: "EF 24-105mm f/4L at 24 mm, f/4, upright",
      profile: LensProfile(
        lens: "", distortion: .ptlens(a: 0.017263, b: -0.049244, c: 0),
        fringes: .poly3(red: SIMD3(1.00117, 0, -3.36e-05), blue: SIMD3(1.00018, 0, -8.57e-05)),
        vignetting: SIMD3(-0.546, -0.2245, -0.0825), cameraCrop: 1.005, lensCrop: 1, lensAspect: 1.5),
      width: 816, height: 1224,
      rows: [
        [0, 0, 10.5115, 15.7737, 10.9338, 16.4074, 10.9652, 16.4545, 6.278012],
        [100, 50, 106.5599, 61.9785, 106.8872, 62.5762, 106.8926, 62.5860, 2.336785],
        [809, 612, 809.8297, 612.0010, 809.3735, 612.0005, 809.4135, 612.0005, 1.224172],
        [272, 1222, 274.7499, 1209.6101, 274.8947, 1208.9575, 274.8960, 1208.9520, 2.161398],
      ]),
    LensfunVector(
      name: "AF-S DX 18-105mm at 18 mm, f/4",
      profile: LensProfile(
        lens: "", distortion: .ptlens(a: 0.02437, b: -0.06486, c: 0.00154),
        fringes: .poly3(red: SIMD3(1.00058, 0, 2.78e-05), blue: SIMD3(1.00022, 0, -7.82e-05)),
        vignetting: SIMD3(-0.8303, 1.0615, -0.733), cameraCrop: 1.523, lensCrop: 1.534, lensAspect: 1.5),
      width: 1224, height: 816,
      rows: [
        [0, 0, 15.6282, 10.4146, 16.0238, 10.6782, 16.0357, 10.6861, 2.062623],
        [100, 50, 111.7234, 58.1938, 112.0433, 58.4174, 112.0197, 58.4009, 1.484438],
        [1217, 408, 1203.8640, 407.9892, 1203.4869, 407.9888, 1203.5208, 407.9889, 1.444734],
        [408, 814, 409.2233, 811.5565, 409.3470, 811.3093, 409.3213, 811.3606, 1.258263],
      ]),
    LensfunVector(
      name: "PowerShot G7 X at 8.8 mm, f/2",
      profile: LensProfile(
        lens: "", distortion: .ptlens(a: 0.03872, b: -0.15563, c: 0.02544),
        fringes: .poly3(red: SIMD3(1.0016, 0, -0.0005162), blue: SIMD3(0.999391, 0, 0.0004383)),
        vignetting: SIMD3(-0.559665, 0.680218, -0.90558), cameraCrop: 2.72, lensCrop: 2.72, lensAspect: 1.5),
      width: 1224, height: 816,
      rows: [
        [0, 0, 86.3979, 57.5751, 86.5906, 57.7035, 86.3594, 57.5494, 4.651740],
        [100, 50, 148.5222, 83.9133, 148.8059, 84.1117, 148.6989, 84.0368, 1.638069],
        [408, 814, 411.8769, 806.2557, 412.0737, 805.8626, 412.0908, 805.8286, 1.198061],
      ]),
  ]
}

@Suite struct LensProfileTests {
  private static let canon = LensfunVector.all[0]
  private static let isInstalled = LensProfile.missing == nil

  @Test(arguments: LensfunVector.all)
  private func `Places and gains are those of Lensfun`(_ vector: LensfunVector) throws {
    let (width, height) = (vector.width, vector.height)
    let warp = try #require(vector.profile.warp(width: width, height: height, isFilled: false))
    let vignette = try #require(vector.profile.vignette(width: width, height: height))
    for row in vector.rows {
      let (x, y) = (row[0], row[1])
      for plane in 0..<3 {
        let ours = warp.source(x: x, y: y, plane: plane)
        let (dx, dy) = (ours.x - row[2 + 2 * plane], ours.y - row[3 + 2 * plane])
        #expect(max(abs(dx), abs(dy)) < 0.005, "plane \(plane) of (\(x), \(y)): \(ours)")
      }
      #expect(abs(vignette.gain(x: x, y: y) / row[8] - 1) < 1e-4, "gain at (\(x), \(y))")
    }
  }

  @Test(.enabled(if: isInstalled)) func `Only the very camera and the very lens are known`() {
    func find(_ model: String, _ lens: String) -> LensProfile? {
      LensProfile.find(LensQuery(make: "Canon", model: model, lens: lens, focalLength: 50, aperture: 4))
    }
    #expect(find("Canon EOS 6D", "EF24-105mm f/4L IS USM") != nil)
    #expect(find("Canon EOS 6D", "50mm") == nil)
    #expect(find("Canon EOS 6D", "") == nil)
    #expect(find("Canon EOS 6D", "0.0 mm f/0.0") == nil)
    #expect(find("Canon EOS 600000D", "EF24-105mm f/4L IS USM") == nil)
    #expect(find("", "") == nil)
  }

  @Test func `A picture is enlarged until its edges have a source`() throws {
    let (profile, width, height) = (Self.canon.profile, Self.canon.width, Self.canon.height)
    let plain = try #require(profile.warp(width: width, height: height, isFilled: false))
    #expect(plain.source(x: 0, y: 0, plane: 1).x < -10)
    let filled = try #require(profile.warp(width: width, height: height))
    for step in 0...100 {
      let (x, y) = (Double(width - 1) * Double(step) / 100, Double(height - 1) * Double(step) / 100)
      for (px, py) in [(x, 0), (x, Double(height - 1)), (0, y), (Double(width - 1), y)] {
        for plane in 0..<3 {
          let source = filled.source(x: px, y: py, plane: plane)
          #expect(source.x > -0.6 && source.x < Double(width) - 0.4)
          #expect(source.y > -0.6 && source.y < Double(height) - 0.4)
        }
      }
    }
    // No more than needed: a corner lies at its end.
    let corner = filled.source(x: 0, y: 0, plane: 0)
    #expect(min(corner.x, corner.y) < 0)
  }
}
