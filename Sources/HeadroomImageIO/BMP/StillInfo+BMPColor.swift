internal import HeadroomColor
internal import HeadroomContainers

extension StillInfo {
  /// Takes the colours that the header states: sRGB, where it states nothing usable.
  mutating func setColor(_ color: BMP.Color, of bytes: FileBytes) {
    switch color {
    case .unstated: break
    case .linked: warnings.append("profile: it is a file of its own; the picture is taken as sRGB")
    case .embedded(let range): takeProfile(bytes.copy(range), part: "profile")
    case .calibrated(let endpoints, let gammas):
      // Zeros state nothing, and most files have only zeros.
      guard endpoints.contains(where: { $0 != 0 }) || gammas.contains(where: { $0 != 0 }) else { return }
      guard let stated = ColorEncoding(endpoints: endpoints, gammas: gammas) else {
        warnings.append("header: the calibrated colours cannot be used; the picture is taken as sRGB")
        return
      }
      encoding = stated
    }
  }
}

extension ColorEncoding {
  /// Colours of a device: XYZ of its red, green and blue at full strength, whose sum is its white, and one exponent.
  fileprivate init?(endpoints: [Double], gammas: [Double]) {
    guard endpoints.count == 9, gammas.count == 3, (0.1...10).contains(gammas[0]),
      gammas.allSatisfy({ abs($0 - gammas[0]) < 0.001 })
    else { return nil }
    var points: [[Double]] = [0, 3, 6].map { Array(endpoints[$0..<$0 + 3]) }
    var white = [0.0, 0.0, 0.0]
    for point in points {
      for axis in 0..<3 { white[axis] += point[axis] }
    }
    points.append(white)
    var numbers: [Double] = []
    for point in points {
      let sum = point[0] + point[1] + point[2]
      guard sum > 0 else { return nil }
      numbers += [point[0] / sum, point[1] / sum]
    }
    guard let primaries = ColorPrimaries(redGreenBlueWhite: numbers) else { return nil }
    self.init(primaries: primaries, transfer: gammas[0] == 1 ? .linear : .gamma(gammas[0]))
  }
}
