internal import CHeadroomMedia
internal import HeadroomColor
internal import HeadroomPixels

extension CICP {
  /// - Parameter color: by FFmpeg, whose numbers are those of H.273.
  init(_ color: hr_media_color) {
    self.init(
      primaries: color.primaries, transfer: color.transfer, matrix: color.matrix, fullRange: color.range == 2)
  }

  /// Whether nothing is stated but the range.
  var isUnspecified: Bool {
    primaries == Self.unspecified && transfer == Self.unspecified && matrix == Self.unspecified
  }
}

extension hr_media_color {
  init(_ cicp: CICP, siting: YCbCrEncoding.Siting) {
    self.init(
      primaries: cicp.primaries, transfer: cicp.transfer, matrix: cicp.matrix, range: cicp.fullRange ? 2 : 1,
      // FFmpeg counts from 1, 0 being unknown.
      siting: siting.rawValue + 1)
  }

  /// Where chroma lies; nil where it is not stated.
  var chromaSiting: YCbCrEncoding.Siting? { siting == 0 ? nil : YCbCrEncoding.Siting(rawValue: siting - 1) }
}

extension HDRMetadata {
  init(_ light: hr_media_light) {
    self.init()
    if light.has_mastering { mastering = MasteringDisplayColorVolume(light) }
    if light.has_light {
      lightLevel = ContentLightLevel(
        maxCLL: Double(light.largest_content), maxFALL: Double(light.largest_average))
    }
  }
}

extension MasteringDisplayColorVolume {
  fileprivate init(_ light: hr_media_light) {
    let (rx, ry, gx, gy, bx, by, wx, wy) = light.chromaticities
    func point(_ x: UInt16, _ y: UInt16) -> Chromaticity { Chromaticity(x: Double(x) / 50_000, y: Double(y) / 50_000) }
    self.init(
      red: point(rx, ry), green: point(gx, gy), blue: point(bx, by), white: point(wx, wy),
      maximumNits: Double(light.largest) / 10_000, minimumNits: Double(light.smallest) / 10_000)
  }
}

extension hr_media_light {
  init(_ metadata: HDRMetadata) {
    self.init()
    if let mastering = metadata.mastering { take(mastering) }
    guard let level = metadata.lightLevel else { return }
    has_light = true
    largest_content = UInt16(clamping: Int(level.maxCLL.rounded()))
    largest_average = UInt16(clamping: Int(level.maxFALL.rounded()))
  }

  private mutating func take(_ mastering: MasteringDisplayColorVolume) {
    func units(_ value: Double) -> UInt16 { UInt16(clamping: Int((value * 50_000).rounded())) }
    func light(_ nits: Double) -> UInt32 { UInt32(clamping: Int((nits * 10_000).rounded())) }
    has_mastering = true
    let (red, green, blue, white) = (mastering.red, mastering.green, mastering.blue, mastering.white)
    chromaticities = (
      units(red.x), units(red.y), units(green.x), units(green.y), units(blue.x), units(blue.y), units(white.x),
      units(white.y)
    )
    largest = light(mastering.maximumNits)
    smallest = light(mastering.minimumNits)
  }
}
