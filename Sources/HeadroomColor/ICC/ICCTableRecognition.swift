/// Finds the encoding of a profile that has only tables.
///
/// A table that is equivalent to a matrix and curves gives these; any other (a printer's, a look) gives
/// nothing. Tables named after PQ or HLG show the picture tone mapped, so for them the name decides, as in the
/// programs that write them.
enum ICCTableRecognition {
  /// The encoding of the profile's name; nil where that names neither PQ nor HLG of BT.2100.
  ///
  /// `ITUR_2100_PQ_FULL` is W3C's name for PNG files without `cICP`. That profile describes itself as "High Dynamic
  /// Range UHDTV Wide Color Gamut Display (Rec. 2020) - SMPTE ST 2084 PQ EOTF", and so do Krita's TIFF and JPEG files.
  static func encoding(named description: String) -> ColorEncoding? {
    let letters = description.lowercased().filter { $0.isLetter || $0.isNumber }
    guard letters.contains("2100") || letters.contains("2020") else { return nil }
    if letters.contains("pq") || letters.contains("st2084") { return .itur2100PQ }
    return letters.contains("hlg") ? .itur2100HLG : nil
  }

  private static let steps = 1024
  /// Largest difference between the table and the model, of white's Y: a grid of 17 points interpolates to about this.
  private static let tolerance = 0.01

  /// Matrix and curve that the table is equivalent to; nil where there are none.
  static func encoding(of table: ICCTableTransform) -> ColorEncoding? {
    let white = table.xyz(SIMD3(1, 1, 1))
    guard white.y > 0.1, white.y < 4 else { return nil }
    let grays = (0...steps).map { table.xyz(SIMD3(repeating: Double($0) / Double(steps))).y / white.y }
    let columns = [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)].map { table.xyz($0) }
    let colorants = Matrix3x3(columns: columns[0], columns[1], columns[2])
    guard let curve = SampledCurve(samples: grays),
      isModel(table, colorants, curve),
      let primaries = PrimariesRecognition.primaries(
        colorants: colorants, adaptation: nil, white: nil, precision: table.precision)
    else { return nil }
    let recognized = CurveRecognition.recognized(.sampled(curve), primaries: primaries)
    return ColorEncoding(primaries: primaries, transfer: recognized)
  }

  private static func isModel(_ table: ICCTableTransform, _ colorants: Matrix3x3, _ curve: SampledCurve) -> Bool {
    let values = (0...4).map { Double($0) / 4 }
    return values.allSatisfy { r in
      values.allSatisfy { g in
        values.allSatisfy { b in
          let found = table.xyz(SIMD3(r, g, b))
          let difference = found - colorants.apply(SIMD3(curve.decode(r), curve.decode(g), curve.decode(b)))
          return max(difference.x.magnitude, difference.y.magnitude, difference.z.magnitude) <= tolerance
        }
      }
    }
  }
}
