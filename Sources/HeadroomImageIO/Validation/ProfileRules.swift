internal import HeadroomColor
internal import HeadroomContainers

/// Compares an ICC profile with the code points beside it and with the samples.
enum ProfileRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let bytes = subject.info.iccProfile else { return [] }
    let place = subject.place("iCCP", "colr")
    return agreement(of: bytes, with: subject.info.cicp, part: place?.name ?? "ICC", offset: place?.offset)
  }

  /// Compares a profile with code points beside it; containers whose reader uses only one of the
  /// two call this themselves.
  static func agreement(of bytes: [UInt8], with codes: CICP?, part: String, offset: Int?) -> [ConformanceFinding] {
    do throws(ICCError) {
      return agreement(try ICCProfile(parsing: bytes), codes) { rule, severity, message in
        ConformanceFinding(rule: "icc." + rule, severity: severity, message: message, part: part, offset: offset)
      }
    } catch {
      return [
        ConformanceFinding(rule: "icc.unreadable", severity: .warning, message: "\(error)", part: part, offset: offset)
      ]
    }
  }

  private static func agreement(
    _ profile: ICCProfile, _ codes: CICP?,
    finding: (String, ConformanceFinding.Severity, String) -> ConformanceFinding
  ) -> [ConformanceFinding] {
    guard let codes, let stated = codes.encoding, profile.cicp != codes else { return [] }
    var findings: [ConformanceFinding] = []
    if let own = profile.cicp, own.primaries != codes.primaries || own.transfer != codes.transfer {
      findings.append(
        finding(
          "cicp-tag", .error,
          "the profile's own cicp tag says \(own.primaries)/\(own.transfer), the file says "
            + "\(codes.primaries)/\(codes.transfer)"))
    }
    guard let described = profile.encoding, described.model == stated.model else { return findings }
    if described.transfer.isHDR != stated.transfer.isHDR, profile.cicp == nil, described.transfer != .linear {
      findings.append(
        finding(
          "cicp-transfer", stated.transfer.isHDR ? .warning : .error,
          "the code points' transfer \(codes.transfer) is \(stated.transfer.isHDR ? "HDR" : "SDR"), that of profile "
            + "'\(profile.description)' is not; readers differ in which they take"))
    }
    if !isClose(described.primaries, stated.primaries) {
      findings.append(
        finding(
          "cicp-primaries", .warning,
          "the primaries of profile '\(profile.description)' are not those of code \(codes.primaries)"))
    }
    return findings
  }

  /// Profiles store adapted colorants with 16 fractional bits; a hundredth is far from any other set of primaries.
  private static func isClose(_ a: ColorPrimaries, _ b: ColorPrimaries) -> Bool {
    zip([a.red, a.green, a.blue], [b.red, b.green, b.blue]).allSatisfy { first, second in
      abs(first.x - second.x) < 0.01 && abs(first.y - second.y) < 0.01
    }
  }
}
