internal import HeadroomColor
internal import HeadroomContainers

extension CameraCalibration {
  /// Calibration of a profile.
  ///
  /// - Parameters:
  ///   - profile: the profile's own fields.
  ///   - camera: the fields of the first directory, which belong to the camera and not to a profile.
  init?(_ profile: DNG.Fields, camera: DNG.Fields, _ warnings: inout [String]) {
    let signatures = (
      camera.text(DNG.Tag.cameraCalibrationSignature), profile.text(DNG.Tag.profileCalibrationSignature)
    )
    let isForThisCamera = (signatures.0 ?? "") == (signatures.1 ?? "")
    var lights: [Light] = []
    for index in 0..<3 {
      guard let color = Self.matrix(profile, DNG.Tag.colorMatrix[index], isInverted: true, &warnings) else { break }
      let kind = profile.integer(DNG.Tag.illuminant[index]) ?? 0
      let white = kind == 255 ? Self.white(profile, DNG.Tag.illuminantData[index], &warnings) : nil
      let found = white.flatMap { CorrelatedTemperature($0) }
      var light = Light(
        temperature: found?.temperature ?? Self.temperature(ofIlluminant: kind), tint: found?.tint ?? 0,
        colorMatrix: color)
      light.white = white
      light.forwardMatrix = Self.matrix(profile, DNG.Tag.forwardMatrix[index], isInverted: false, &warnings)
      if isForThisCamera,
        let own = Self.matrix(camera, DNG.Tag.cameraCalibration[index], isInverted: true, &warnings)
      {
        light.cameraCalibration = own
      }
      lights.append(light)
    }
    guard !lights.isEmpty else { return nil }
    self.init(lights: lights)
    if let balance = camera.finite(DNG.Tag.analogBalance, count: 3, &warnings), balance.allSatisfy({ $0 > 0 }) {
      analogBalance = SIMD3(balance[0], balance[1], balance[2])
    }
  }

  /// A matrix of nine finite numbers; one that has to be inverted must be regular.
  private static func matrix(
    _ fields: DNG.Fields, _ tag: UInt16, isInverted: Bool, _ warnings: inout [String]
  ) -> Matrix3x3? {
    guard let field = fields[tag], let m = fields.finite(tag, count: 9, &warnings) else { return nil }
    let matrix = Matrix3x3(rows: SIMD3(m[0], m[1], m[2]), SIMD3(m[3], m[4], m[5]), SIMD3(m[6], m[7], m[8]))
    let isSound = m.allSatisfy { abs($0) < 1e4 } && (!isInverted || abs(matrix.determinant) > 1e-9)
    if !isSound { warnings.append(DNG.Fields.warning(field, "is a matrix without inverse")) }
    return isSound ? matrix : nil
  }

  /// Correlated temperatures of EXIF's light sources, as DNG renderers interpret them.
  package static func temperature(ofIlluminant kind: UInt64) -> Double? {
    switch kind {
    case 3, 17: 2850
    case 24: 3200
    case 23: 5000
    case 1, 4, 9, 18, 20: 5500
    case 10, 19, 21: 6500
    case 11, 22: 7500
    case 12: 6400
    case 13: 5050
    case 2, 14: 4150
    case 15: 3525
    case 16: 2925
    default: nil
    }
  }

  /// IlluminantData: u16 0, then x and y as fractions; or u16 1, the number of samples, then as fractions the first
  /// wavelength, the spacing and the powers.
  private static func white(_ fields: DNG.Fields, _ tag: UInt16, _ warnings: inout [String]) -> Chromaticity? {
    guard var reader = fields.reader(tag, &warnings), let field = fields[tag] else { return nil }
    do throws(ImageIOError) {
      switch try reader.u16() {
      case 0:
        let (x, y) = (try fraction(&reader), try fraction(&reader))
        if x.isFinite, y.isFinite, x > 0, y > 0, x + y <= 1 { return Chromaticity(x: x, y: y) }
      case 1: if let white = try spectrum(&reader)?.chromaticity { return white }
      default: break
      }
    } catch {}
    warnings.append(DNG.Fields.warning(field, "has no chromaticity"))
    return nil
  }

  private static func fraction(_ reader: inout ByteReader) throws(ImageIOError) -> Double {
    Double(try reader.u32()) / Double(try reader.u32())
  }

  private static func spectrum(_ reader: inout ByteReader) throws(ImageIOError) -> LightSpectrum? {
    let count = Int(clamping: try reader.u32())
    guard LightSpectrum.counts.contains(count) else { return nil }
    let (first, spacing) = (try fraction(&reader), try fraction(&reader))
    var samples: [Double] = []
    for _ in 0..<count { samples.append(try fraction(&reader)) }
    guard first > 0, first < 1e6, spacing > 0, spacing < 1e6, samples.allSatisfy(\.isFinite) else { return nil }
    return LightSpectrum(first: first, spacing: spacing, samples: samples)
  }
}
