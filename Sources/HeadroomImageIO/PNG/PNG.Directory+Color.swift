internal import HeadroomColor
internal import HeadroomContainers

extension PNG {
  /// The meaning of a picture's numbers, and the chunk that states it.
  struct ColorDescription: Sendable {
    var encoding: ColorEncoding
    /// The meaning of the samples, when only the profile's table defines it.
    var device: DeviceColor?
    /// The bytes of the profile, when the encoding comes from it.
    var profile: [UInt8]?
    /// The code points, when the encoding comes from them.
    var codePoints: CICP?
    /// Whether codes leave room below black and above white.
    var isNarrowRange = false
  }
}

extension PNG.Directory {
  /// The colour of the picture by the precedence of the third edition: cICP, then iCCP, then sRGB, then gAMA and cHRM;
  /// sRGB when there is none of them. A chunk without a meaning here is skipped for the next.
  ///
  /// Code points of the BT.709 family (transfer 1, 6, 11, 14, 15) decode with the display's power 2.4, as in
  /// Chromium 156 for 16-bit files: signal 0.5 gives light 0.1895, where the inverse camera curve would give
  /// 0.2597. See `CICP.encoding`.
  func colorDescription(warnings: inout [String]) -> PNG.ColorDescription {
    var description =
      codePointColor(&warnings) ?? profileColor(&warnings)
      ?? PNG.ColorDescription(encoding: calibratedEncoding(&warnings))
    if header.colorType.isGray, description.device == nil { description.encoding.model = .monochrome }
    return description
  }

  private func codePointColor(_ warnings: inout [String]) -> PNG.ColorDescription? {
    guard let codePoints else { return nil }
    guard let encoding = codePoints.encoding, !encoding.primaries.isDegenerate else {
      warnings.append("cICP: code points \(codePoints.primaries)/\(codePoints.transfer) are not known and ignored")
      return nil
    }
    if !codePoints.fullRange { warnings.append("cICP: narrow-range codes; values below black and above white are cut") }
    return PNG.ColorDescription(
      encoding: encoding, profile: ICCProfile.agreeing(profile?.bytes, with: encoding), codePoints: codePoints,
      isNarrowRange: !codePoints.fullRange)
  }

  /// The colour of the profile's name, where that stands for an encoding regardless of the profile's contents (W3C's
  /// note "Using the ITU BT.2100 PQ EOTF with the PNG format").
  private var namedColor: PNG.ColorDescription? {
    guard let profile, profile.name == "ITUR_2100_PQ_FULL" else { return nil }
    let kept = header.colorType.isGray ? nil : ICCProfile.agreeing(profile.bytes, with: .itur2100PQ)
    return PNG.ColorDescription(encoding: .itur2100PQ, profile: kept)
  }

  private func profileColor(_ warnings: inout [String]) -> PNG.ColorDescription? {
    guard let profile else { return nil }
    if let namedColor { return namedColor }
    do throws(ICCError) {
      let parsed = try ICCProfile(parsing: profile.bytes)
      guard (parsed.dataColorSpace == "GRAY") == header.colorType.isGray else {
        warnings.append("iCCP: a profile for '\(parsed.dataColorSpace)' does not fit the picture and is ignored")
        return nil
      }
      guard let encoding = parsed.encoding else {
        return tableColor(parsed, profile.bytes, &warnings)
      }
      if parsed.hasDistinctCurves { warnings.append("iCCP: the channels' curves differ; green's is used for all") }
      return PNG.ColorDescription(encoding: encoding, profile: profile.bytes, codePoints: parsed.cicp)
    } catch {
      warnings.append("iCCP: ignored, \(error)")
      return nil
    }
  }

  /// The colours of a profile that has only tables. An unusable one stays with the numbers that it describes.
  private func tableColor(
    _ parsed: ICCProfile, _ bytes: [UInt8], _ warnings: inout [String]
  ) -> PNG.ColorDescription {
    let device = DeviceColor.table(
      of: parsed, bytes, header.colorType.isGray ? .gray : .rgb, part: "iCCP", warnings: &warnings)
    guard let device else {
      return PNG.ColorDescription(encoding: calibratedEncoding(&warnings), profile: bytes)
    }
    return PNG.ColorDescription(encoding: device.encoding, device: device)
  }

  /// The encoding by sRGB, gAMA and cHRM.
  ///
  /// A gAMA of 45455 without primaries is how writers before the sRGB chunk stated sRGB, and browsers read it so; with
  /// primaries it is the stated power 2.2 (both measured in Chromium 156, as are gAMA alone and sRGB before gAMA).
  private func calibratedEncoding(_ warnings: inout [String]) -> ColorEncoding {
    guard renderingIntent == nil else { return .sRGB }
    let primaries = calibratedPrimaries(&warnings)
    guard let gamma, gamma > 0 else { return ColorEncoding(primaries: primaries ?? .bt709, transfer: .sRGB) }
    let exponent = 100_000 / Double(gamma)
    guard (0.1...10).contains(exponent) else {
      warnings.append("gAMA: \(gamma) is no gamma and is ignored")
      return ColorEncoding(primaries: primaries ?? .bt709, transfer: .sRGB)
    }
    let isUsual = (45_355...45_555).contains(gamma)
    if isUsual, primaries == nil { return .sRGB }
    let transfer: TransferFunction = gamma == 100_000 ? .linear : isUsual ? .gamma(2.2) : .gamma(exponent)
    return ColorEncoding(primaries: primaries ?? .bt709, transfer: transfer)
  }

  private func calibratedPrimaries(_ warnings: inout [String]) -> ColorPrimaries? {
    guard let chromaticities else { return nil }
    let points = stride(from: 0, to: 8, by: 2).map {
      Chromaticity(x: Double(chromaticities[$0]) / 100_000, y: Double(chromaticities[$0 + 1]) / 100_000)
    }
    let primaries = ColorPrimaries(red: points[1], green: points[2], blue: points[3], white: points[0])
    guard !primaries.isDegenerate, points.allSatisfy({ $0.x <= 1 && $0.y <= 1 }) else {
      warnings.append("cHRM: the primaries span no colour space and are ignored")
      return nil
    }
    return primaries
  }
}
