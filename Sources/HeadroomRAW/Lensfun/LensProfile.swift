internal import CHeadroomRAW

/// Lensfun's data of a lens at one focal length, aperture and distance. The library only looks the data up; positions
/// and gains are computed here.
package struct LensProfile: Hashable, Sendable {
  /// The lens's name in the data.
  package let lens: String
  private let distortion: LensfunDistortion
  private let fringes: LensfunColorFringes
  /// Terms of the model "pa"; nil for none.
  private let vignetting: SIMD3<Double>?
  /// The diagonal of the sensor that the lens was measured with, relative to that of the camera's sensor.
  private let sensorRatio: Double
  /// The longer side of that sensor relative to the shorter one.
  private let aspect: Double

  /// Looks a lens up. Nil where Lensfun is not installed, or where its data lack exactly this camera or this lens:
  /// another lens of the same focal length does not count.
  package static func find(_ query: LensQuery) -> LensProfile? {
    var data = hr_lens_data()
    let isFound = unsafe hr_lens_find(
      query.make, query.model, query.lens, Float(query.focalLength), Float(query.aperture), Float(query.distance),
      &data)
    guard isFound else { return nil }
    let (camera, lens) = (text(data.camera), text(data.lens))
    guard isSame(camera: camera, query), data.is_fixed || numbers(in: lens) == numbers(in: query.lens) else {
      return nil
    }
    return LensProfile(data, lens: lens)
  }

  /// Why lenses cannot be looked up; nil when they can.
  package static var missing: String? { unsafe hr_lens_missing().map { unsafe String(cString: $0) } }

  /// - Parameters:
  ///   - cameraCrop: the diagonal of 35 mm film relative to that of the camera's sensor.
  ///   - lensCrop: the same for the sensor that the lens was measured with.
  ///   - lensAspect: the longer side of that sensor relative to the shorter one.
  package init(
    lens: String, distortion: LensfunDistortion, fringes: LensfunColorFringes, vignetting: SIMD3<Double>?,
    cameraCrop: Double, lensCrop: Double, lensAspect: Double
  ) {
    (self.lens, self.distortion, self.fringes, self.vignetting) = (lens, distortion, fringes, vignetting)
    (sensorRatio, aspect) = (cameraCrop / lensCrop, lensAspect)
  }

  private init?(_ data: hr_lens_data, lens: String) {
    guard data.camera_crop > 0.05, data.camera_crop < 20, data.lens_crop > 0.05, data.lens_crop < 20,
      data.lens_aspect >= 1, data.lens_aspect < 10
    else { return nil }
    let v = data.vignetting_terms
    self.init(
      lens: lens, distortion: LensfunDistortion(data), fringes: LensfunColorFringes(data),
      vignetting: data.has_vignetting ? SIMD3(Double(v.0), Double(v.1), Double(v.2)) : nil,
      cameraCrop: Double(data.camera_crop), lensCrop: Double(data.lens_crop), lensAspect: Double(data.lens_aspect))
    if distortion == .none, fringes == .none, vignetting == nil { return nil }
  }

  // MARK: Names

  private static func isSame(camera: String, _ query: LensQuery) -> Bool {
    let (known, asked) = (camera.lowercased(), query.model.lowercased())
    return known == asked || asked.hasSuffix(" " + known) || known.hasSuffix(" " + asked)
  }

  /// The focal lengths, f-numbers and all other numbers in a name.
  private static func numbers(in name: String) -> [String] {
    name.split { !$0.isASCII || !($0.isNumber || $0 == ".") }.compactMap { Double($0).map { "\($0)" } }.sorted()
  }

  private static func text<Array>(_ array: Array) -> String {
    unsafe withUnsafeBytes(of: array) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // MARK: Over a picture

  /// Distortion and lateral colour over a picture; nil where the data lack them.
  ///
  /// - Parameter isFilled: whether the picture is enlarged until no edge is without a source.
  package func warp(width: Int, height: Int, isFilled: Bool = true) -> LensWarp? {
    guard distortion != .none || fringes != .none, min(width, height) > 1 else { return nil }
    let (longer, shorter) = (Double(max(width, height) - 1), Double(min(width, height) - 1))
    let own = longer / shorter
    // The unit of models is half the shorter side of the sensor that was measured.
    let unit = sensorRatio * ((own * own + 1) / (aspect * aspect + 1)).squareRoot()
    let warp = LensWarp(
      distortion: distortion, fringes: fringes, width: width, height: height,
      scale: unit * shorter / Double(min(width, height)))
    return isFilled ? warp?.filling(width: width, height: height) : warp
  }

  /// The lens's loss of light in the corners; nil where the data lack it.
  package func vignette(width: Int, height: Int) -> VignetteGain? {
    vignetting.flatMap { VignetteGain(lensfun: $0, width: width, height: height, scale: sensorRatio) }
  }
}

extension LensfunDistortion {
  fileprivate init(_ data: hr_lens_data) {
    let t = data.distortion_terms
    self =
      switch data.distortion {
      case 1: .poly3(k1: Double(t.0))
      case 2: .poly5(k1: Double(t.0), k2: Double(t.1))
      case 3: .ptlens(a: Double(t.0), b: Double(t.1), c: Double(t.2))
      default: .none
      }
  }
}

extension LensfunColorFringes {
  /// Terms come in pairs, red then blue.
  fileprivate init(_ data: hr_lens_data) {
    let t = data.fringe_terms
    self =
      switch data.fringes {
      case 1: .linear(red: Double(t.0), blue: Double(t.1))
      case 2:
        .poly3(
          red: SIMD3(Double(t.0), Double(t.2), Double(t.4)), blue: SIMD3(Double(t.1), Double(t.3), Double(t.5)))
      default: .none
      }
  }
}
