/// The encoding that a profile's colorants and curves amount to.
struct ICCMeasuredEncoding {
  var colorants: Matrix3x3?
  var curves: [TransferFunction] = []
  var encoding: ColorEncoding?

  /// Reads the tags that are present, and none for models that only tables describe.
  init(_ table: ICCTagTable, adaptation: Matrix3x3?, isLUTPresent: Bool) throws(ICCError) {
    switch table.dataColorSpace {
    case "RGB ":
      if isLUTPresent, table.tag("rXYZ") == nil || table.tag("rTRC") == nil { return }
      guard table.connectionSpace == "XYZ " else { throw .unsupportedColorSpace(table.connectionSpace) }
      try readRGB(table, adaptation)
    case "GRAY":
      if isLUTPresent, table.tag("kTRC") == nil { return }
      let curve = try table.required("kTRC").curve()
      curves = [curve]
      let light = table.connectionSpace == "Lab " ? Self.light(ofLightness: curve) : curve
      encoding = ColorEncoding(
        model: .monochrome, primaries: .bt709, transfer: CurveRecognition.recognized(light, primaries: nil))
    case "CMYK", "Lab ", "XYZ ", "YCbr", "CMY ", "HSV ", "HLS ", "Luv ", "Yxy ": return
    default: throw .unsupportedColorSpace(table.dataColorSpace)
    }
  }

  /// Turns a gray curve that gives L* / 100, as with the connection space Lab, into one that gives light.
  private static func light(ofLightness curve: TransferFunction) -> TransferFunction {
    let samples = (0...1023).map { index in
      let lightness = min(max(curve.decode(Double(index) / 1023), 0), 1)
      return lightness > 0.08 ? Libm.pow((lightness + 0.16) / 1.16, 3) : lightness * 2700 / 24389
    }
    return SampledCurve(samples: samples).map { .sampled($0) } ?? curve
  }

  private mutating func readRGB(_ table: ICCTagTable, _ adaptation: Matrix3x3?) throws(ICCError) {
    let red = try table.required("rXYZ")
    let matrix = Matrix3x3(
      columns: try red.xyz(), try table.required("gXYZ").xyz(), try table.required("bXYZ").xyz())
    let curves = [
      try table.required("rTRC").curve(), try table.required("gTRC").curve(), try table.required("bTRC").curve(),
    ]
    let white = table.tag("wtpt").flatMap { try? $0.xyz() }
    guard let primaries = PrimariesRecognition.primaries(colorants: matrix, adaptation: adaptation, white: white) else {
      throw red.bad("the colorants span no colour space")
    }
    colorants = matrix
    self.curves = curves
    encoding = ColorEncoding(
      primaries: primaries, transfer: CurveRecognition.recognized(curves[1], primaries: primaries))
  }
}

/// Finds the primaries that a profile's colorants stand for.
enum PrimariesRecognition {
  private static let known: [ColorPrimaries] = [
    .bt709, .p3D65, .bt2020, .adobeRGB, .romm, .dciP3, .ap1, .ap0, .smpteC, .ebu, .ebu3213, .bt470M,
  ]

  /// Largest difference in any element that still counts as rounding: makers of profiles use whites of four to six
  /// digits and numbers of 16 bits.
  private static let tolerance = 0.0011

  /// The named primaries with these colorants, or else primaries made of them; nil when they span no space.
  ///
  /// - Parameter precision: how far the file's numbers may be from the intended ones, where
  ///   that is more than rounding.
  static func primaries(
    colorants: Matrix3x3, adaptation: Matrix3x3?, white: SIMD3<Double>?, precision: Double = 0
  ) -> ColorPrimaries? {
    let closest = known.min {
      difference($0.toProfileConnectionSpace, colorants) < difference($1.toProfileConnectionSpace, colorants)
    }
    if let closest, difference(closest.toProfileConnectionSpace, colorants) <= max(tolerance, precision) {
      return closest
    }
    let native = nativeWhite(adaptation, white)
    let toNative = ChromaticAdaptation.matrix(from: ChromaticAdaptation.profileConnectionWhite, to: native)
    return ColorPrimaries(rgbToXYZ: toNative * colorants) ?? ColorPrimaries(rgbToXYZ: colorants)
  }

  /// The device's own white. It only helps to name the primaries: colours come out the same through any white as long
  /// as both adaptations are Bradford's, so an adaptation of another kind is ignored.
  private static func nativeWhite(_ adaptation: Matrix3x3?, _ white: SIMD3<Double>?) -> SIMD3<Double> {
    let connection = ChromaticAdaptation.profileConnectionWhite
    if let inverse = adaptation?.inverse, let adaptation {
      let candidate = inverse.apply(connection)
      let bradford = ChromaticAdaptation.matrix(from: candidate, to: connection)
      return isPlausible(candidate) && difference(bradford, adaptation) < 0.001 ? candidate : connection
    }
    // Version 2 states the device's white itself.
    guard let white, isPlausible(white) else { return connection }
    return white
  }

  private static func isPlausible(_ white: SIMD3<Double>) -> Bool {
    let point = Chromaticity(xyz: white)
    return (0.2...0.5).contains(point.x) && (0.2...0.5).contains(point.y) && (0.5...1.5).contains(white.y)
  }

  private static func difference(_ a: Matrix3x3, _ b: Matrix3x3) -> Double {
    zip(a.rows, b.rows).map { first, second in
      let delta = first - second
      return max(delta.x.magnitude, delta.y.magnitude, delta.z.magnitude)
    }.max() ?? 0
  }
}
