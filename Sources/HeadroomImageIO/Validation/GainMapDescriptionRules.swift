internal import Glibc
internal import HeadroomColor
internal import HeadroomContainers

/// Compares the ways in which one file describes its map (ISO 21496-1, Ultra HDR XMP, Apple): readers that support
/// different ones should show the same picture.
enum GainMapDescriptionRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let map = subject.info.gainMap else { return [] }
    var findings: [ConformanceFinding] = []
    if case .iso(let preferred) = map.formula {
      for kind in GainMapDescription.Kind.allCases {
        guard let other = map.otherFormulas[kind] else { continue }
        findings += compare(preferred, with: other, kind, subject)
      }
      findings += apple(preferred, map, subject)
    }
    return findings + reach(map, subject)
  }

  private static func compare(
    _ iso: GainMapMetadata, with other: GainMapFormula, _ kind: GainMapDescription.Kind, _ subject: ConformanceSubject
  ) -> [ConformanceFinding] {
    guard case .iso(let second) = other else { return [] }
    let fields: [(String, SIMD3<Double>, SIMD3<Double>)] = [
      ("base headroom", SIMD3(repeating: iso.baseHeadroom), SIMD3(repeating: second.baseHeadroom)),
      ("alternate headroom", SIMD3(repeating: iso.alternateHeadroom), SIMD3(repeating: second.alternateHeadroom)),
      ("smallest gain", iso.min, second.min), ("largest gain", iso.max, second.max), ("gamma", iso.gamma, second.gamma),
      ("base offset", iso.baseOffset, second.baseOffset),
      ("alternate offset", iso.alternateOffset, second.alternateOffset),
    ]
    return fields.compactMap { name, first, second in
      guard (0..<3).contains(where: { abs(first[$0] - second[$0]) > 0.005 }) else { return nil }
      return GainMapRules.finding(
        subject, "descriptions", .warning,
        "\(name): ISO 21496-1 says \(values(first)), \(kind.rawValue) says \(values(second))")
    }
  }

  /// Apple's formula has no ISO equivalent; the headrooms still have to be about the same.
  private static func apple(
    _ iso: GainMapMetadata, _ map: GainMapDescription, _ subject: ConformanceSubject
  ) -> [ConformanceFinding] {
    guard let headroom = map.appleHeadroom, headroom > 0 else { return [] }
    let stops = log2(headroom)
    guard abs(stops - iso.alternateHeadroom) > 0.2 else { return [] }
    return [
      GainMapRules.finding(
        subject, "descriptions", .warning,
        "headroom: ISO 21496-1 says \(iso.alternateHeadroom.rounded4) stops, Apple's tags say \(stops.rounded4)")
    ]
  }

  private static func reach(_ map: GainMapDescription, _ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard subject.info.format == "jpeg" else { return [] }
    if map.kinds == [.iso] {
      return [
        GainMapRules.finding(
          subject, "reach", .note, "ISO 21496-1 only: Android 14 and older Chromium read Ultra HDR's XMP")
      ]
    }
    if map.kinds == [.ultraHDR] {
      return [GainMapRules.finding(subject, "reach", .note, "Ultra HDR's XMP only: Apple's systems read ISO 21496-1")]
    }
    return []
  }

  private static func values(_ triple: SIMD3<Double>) -> String {
    if triple.x == triple.y, triple.y == triple.z { return triple.x.rounded4 }
    return (0..<3).map { triple[$0].rounded4 }.joined(separator: "/")
  }
}
