internal import HeadroomColor
internal import HeadroomContainers

/// Checks MaxCLL and MaxFALL (CTA-861.3), the mastering display (SMPTE ST 2086) and the content colour volume.
enum LightLevelRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    lightLevel(subject) + measured(subject) + mastering(subject) + colorVolume(subject) + presence(subject)
  }

  private static func light(
    _ subject: ConformanceSubject, _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String
  ) -> ConformanceFinding {
    subject.finding("light-level." + rule, severity, message, part: "light level", at: "clli", "cLLI", "cLLi")
  }

  private static func lightLevel(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let level = subject.info.hdr.lightLevel else { return [] }
    var findings: [ConformanceFinding] = []
    if level.maxCLL > 0, level.maxFALL > level.maxCLL {
      findings.append(
        light(
          subject, "order", .error,
          "MaxFALL \(level.maxFALL.rounded4) is above MaxCLL \(level.maxCLL.rounded4): an average cannot exceed the "
            + "brightest pixel"))
    }
    if level.maxCLL > 10_000 {
      findings.append(light(subject, "range", .warning, "MaxCLL \(level.maxCLL.rounded4) is above PQ's 10000 cd/m²"))
    }
    if let top = subject.info.hdr.mastering?.maximumNits, top > 0, level.maxCLL > top {
      findings.append(
        light(
          subject, "mastering", .note,
          "MaxCLL \(level.maxCLL.rounded4) is above the mastering display's \(top.rounded4) cd/m²"))
    }
    return findings
  }

  /// Tagged values are rounded up and often measured before lossy coding: a tenth off is still right.
  private static func measured(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let measured = subject.measured, let tagged = subject.info.hdr.lightLevel, subject.isBaseHDR else {
      return []
    }
    func compare(_ name: String, _ said: Double, _ found: Double) -> ConformanceFinding? {
      guard said > 0, abs(said - found) > max(0.1 * max(said, found), 2) else { return nil }
      // A value that is too high makes displays darken the picture needlessly; one that is too low clips.
      return light(
        subject, "measured", .warning,
        "\(name) says \(said.rounded4) cd/m², the pixels reach \(found.rounded().rounded4)")
    }
    return [
      compare("MaxCLL", tagged.maxCLL, measured.maxCLL), compare("MaxFALL", tagged.maxFALL, measured.maxFALL),
    ].compactMap { $0 }
  }

  private static func mastering(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let volume = subject.info.hdr.mastering else { return [] }
    func finding(_ rule: String, _ severity: ConformanceFinding.Severity, _ text: String) -> ConformanceFinding {
      subject.finding("mastering." + rule, severity, text, part: "mastering", at: "mdcv", "mDCV", "mDCv")
    }
    var findings: [ConformanceFinding] = []
    if !volume.isPlausible {
      findings.append(
        finding(
          "luminance", volume.maximumNits == 0 ? .note : .warning,
          "\(volume.minimumNits.rounded4) to \(volume.maximumNits.rounded4) cd/m² is no range of a display"))
    }
    let points = [volume.red, volume.green, volume.blue, volume.white]
    let isStated = points.contains { $0.x != 0 || $0.y != 0 }
    if isStated, points.contains(where: { $0.x <= 0 || $0.y <= 0 || $0.x + $0.y > 1 }) {
      findings.append(finding("primaries", .warning, "a chromaticity lies outside the diagram"))
    } else if isStated, volume.red.x < volume.green.x || volume.green.y < volume.red.y || volume.blue.y > volume.green.y
    {
      findings.append(
        finding("order", .warning, "what is called red, green and blue is not; the order of the container was mixed up")
      )
    }
    return findings
  }

  private static func colorVolume(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let volume = subject.info.hdr.colorVolume else { return [] }
    let levels = [volume.minimumLuminance, volume.averageLuminance, volume.maximumLuminance].compactMap { $0 }
    guard levels != levels.sorted() else { return [] }
    return [
      subject.finding(
        "color-volume.order", .error, "minimum, average and maximum are not in rising order", part: "colour volume",
        at: "cclv")
    ]
  }

  private static func presence(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    let metadata = subject.info.hdr
    let isTagged = metadata.mastering != nil || metadata.lightLevel != nil
    if subject.info.encoding.transfer == .pq, !isTagged {
      return [
        light(
          subject, "missing", .note,
          "neither light level nor mastering display is tagged; displays tone map for a peak they assume")
      ]
    }
    if subject.info.kind == .sdr, isTagged {
      return [light(subject, "on-sdr", .note, "HDR metadata in a file whose transfer function is SDR")]
    }
    return []
  }
}
