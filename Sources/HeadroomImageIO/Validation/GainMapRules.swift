internal import HeadroomColor
internal import HeadroomContainers

/// Checks a gain map's parameters and picture, in any container.
enum GainMapRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let map = subject.info.gainMap else { return [] }
    var findings = size(map, subject)
    if case .iso(let metadata) = map.formula {
      findings += headrooms(metadata, subject) + ranges(metadata, subject) + base(metadata, map, subject)
      findings += channels(metadata, map, subject)
    }
    return findings
  }

  static func finding(
    _ subject: ConformanceSubject, _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String
  ) -> ConformanceFinding {
    subject.finding("gain-map." + rule, severity, message, part: "gain map", at: "tmap", "jhgm", "gmAP")
  }

  private static func size(_ map: GainMapDescription, _ subject: ConformanceSubject) -> [ConformanceFinding] {
    let info = subject.info
    var findings: [ConformanceFinding] = []
    if map.width > info.width || map.height > info.height {
      findings.append(
        finding(
          subject, "size", .warning,
          "the map, \(map.width)x\(map.height), is larger than the picture, \(info.width)x\(info.height)"
            + (info.format == "avif" ? "; Chromium applies part of it only" : "")))
    }
    if map.width * 16 < info.width || map.height * 16 < info.height {
      findings.append(
        finding(
          subject, "resolution", .note,
          "the map, \(map.width)x\(map.height), has less than a 16th of the picture's \(info.width)x\(info.height)"))
    }
    let skew = (map.width * info.height - map.height * info.width).magnitude
    let isRounding = skew <= max(info.width, info.height)
    if !isRounding, Double(skew) > 0.01 * Double(map.height) * Double(info.width) {
      findings.append(
        finding(
          subject, "aspect", .error,
          "the map's shape \(map.width)x\(map.height) does not fit the picture's \(info.width)x\(info.height)"))
    }
    return findings
  }

  private static func headrooms(
    _ metadata: GainMapMetadata, _ subject: ConformanceSubject
  ) -> [ConformanceFinding] {
    let (base, alternate) = (metadata.baseHeadroom, metadata.alternateHeadroom)
    if base == alternate {
      return [
        finding(
          subject, "headroom-equal", .error,
          "base and alternate have the same headroom, \(base.rounded4) stops: the map is never applied")
      ]
    }
    var findings: [ConformanceFinding] = []
    let largest = max(base, alternate)
    // log2(10000 / 203) = 5.62: PQ itself ends there.
    if largest > 5.63 {
      findings.append(
        finding(
          subject, "headroom-range", .warning, "a headroom of \(largest.rounded4) stops is above PQ's 5.62"))
    }
    let gain = max(metadata.max.x, metadata.max.y, metadata.max.z)
    if !metadata.isBaseHDR, gain > 0, alternate > gain + 1 {
      findings.append(
        finding(
          subject, "headroom-unreached", .note,
          "the alternate's headroom is \(alternate.rounded4) stops, but no gain is above \(gain.rounded4)"))
    }
    return findings
  }

  private static func ranges(
    _ metadata: GainMapMetadata, _ subject: ConformanceSubject
  ) -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    for channel in 0..<(metadata.isMultichannel ? 3 : 1) {
      let name = metadata.isMultichannel ? " of channel \(channel)" : ""
      let (low, high, gamma) = (metadata.min[channel], metadata.max[channel], metadata.gamma[channel])
      if low == high {
        findings.append(
          finding(subject, "gain-constant", .note, "the gain\(name) is \(low.rounded4) stops everywhere"))
      }
      if max(abs(low), abs(high)) > 10 {
        findings.append(
          finding(
            subject, "gain-range", .warning,
            "gains\(name) from \(low.rounded4) to \(high.rounded4) stops: 8-bit codes are too coarse for that"))
      }
      if gamma < 0.1 || gamma > 10 {
        findings.append(finding(subject, "gamma", .warning, "gamma\(name) is \(gamma.rounded4)"))
      }
      for (kind, offset) in [("base", metadata.baseOffset[channel]), ("alternate", metadata.alternateOffset[channel])]
      where offset < 0 || offset > 0.5 {
        findings.append(
          finding(subject, "offset", .warning, "the \(kind) offset\(name) is \(offset.rounded4)"))
      }
    }
    return findings
  }

  private static func base(
    _ metadata: GainMapMetadata, _ map: GainMapDescription, _ subject: ConformanceSubject
  ) -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    if metadata.baseHeadroom > 0, !subject.isBaseHDR, subject.info.bitDepth <= 8 {
      findings.append(
        finding(
          subject, "base-encoding", .warning,
          "the base claims \(metadata.baseHeadroom.rounded4) stops of headroom, but is coded as an 8-bit SDR picture"))
    }
    if metadata.baseHeadroom == 0, subject.isBaseHDR {
      findings.append(
        finding(subject, "base-encoding", .warning, "the base claims to be SDR, but is coded with PQ or HLG"))
    }
    if !metadata.useBaseColorSpace, map.alternateEncoding == nil {
      findings.append(
        finding(
          subject, "alternate-color", .warning,
          "the formula is to work in the alternate's colour space, which the file does not state"))
    }
    return findings
  }

  private static func channels(
    _ metadata: GainMapMetadata, _ map: GainMapDescription, _ subject: ConformanceSubject
  ) -> [ConformanceFinding] {
    if metadata.isMultichannel, map.channels == 1 {
      return [finding(subject, "channels", .note, "parameters for three channels, but a map of one")]
    }
    if !metadata.isMultichannel, map.channels == 3 {
      return [finding(subject, "channels", .note, "one set of parameters for a map of three channels")]
    }
    return []
  }
}
