internal import HeadroomColor

extension ColorPrimaries {
  /// Sets that a file's rounded numbers are compared with.
  private static let known: [ColorPrimaries] = [
    .bt709, .p3D65, .bt2020, .adobeRGB, .romm, .ap0, .ap1, .dciP3, .xyzAxes, .xyzD50,
  ]

  /// Primaries as a file states them: x and y of red, green, blue and white. Nil where they span no colour space.
  ///
  /// Writers round, or derive the numbers from a profile's matrix; numbers within 0.0002 of a standard's set are that
  /// set, so that its pictures need no conversion to be shown in it.
  init?(redGreenBlueWhite numbers: [Double]) {
    guard numbers.count == 8, numbers.allSatisfy({ abs($0) <= 100 }) else { return nil }
    let points = stride(from: 0, to: 8, by: 2).map { Chromaticity(x: numbers[$0], y: numbers[$0 + 1]) }
    guard points[3].y > 0 else { return nil }
    let match = Self.known.first { known in
      let own = [known.red, known.green, known.blue, known.white]
      return zip(points, own).allSatisfy { abs($0.x - $1.x) < 0.0002 && abs($0.y - $1.y) < 0.0002 }
    }
    self = match ?? ColorPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3])
    guard !isDegenerate else { return nil }
  }
}
