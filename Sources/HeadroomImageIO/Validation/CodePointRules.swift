internal import HeadroomColor
internal import HeadroomContainers

/// Checks CICP code points (ITU-T H.273) for consistency, and against the samples.
enum CodePointRules {
  static func findings(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    depth(subject) + known(subject) + matrix(subject) + range(subject) + primaries(subject)
  }

  private static func finding(
    _ subject: ConformanceSubject, _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String
  ) -> ConformanceFinding {
    subject.finding("cicp." + rule, severity, message, part: "CICP", at: "cICP", "colr")
  }

  /// ISO/TS 22028-5 requires 10 bits; with 8 the steps of PQ and HLG are visible.
  private static func depth(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard subject.isBaseHDR, subject.info.bitDepth < 10, subject.info.kind != .float else { return [] }
    let name = subject.info.encoding.transfer == .hlg ? "HLG" : "PQ"
    return [
      finding(subject, "bit-depth", .error, "\(name) needs 10 bits or more; the picture has \(subject.info.bitDepth)")
    ]
  }

  private static func known(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let codes = subject.info.cicp else { return [] }
    let hasProfile = subject.info.iccProfile != nil
    if codes.primaries == 2 || codes.transfer == 2 {
      guard !hasProfile else { return [] }
      return [
        finding(
          subject, "unspecified", .warning,
          "primaries \(codes.primaries) and transfer \(codes.transfer) leave the colour unspecified, and there is no "
            + "profile; readers guess")
      ]
    }
    guard codes.encoding == nil, !hasProfile else { return [] }
    return [
      finding(
        subject, "unknown", .warning,
        "primaries \(codes.primaries) with transfer \(codes.transfer) are no colour space that H.273 defines here")
    ]
  }

  private static func matrix(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let codes = subject.info.cicp else { return [] }
    // Elsewhere the codes are a profile's, whose matrix is 0 and does not describe the samples.
    let chroma = subject.place("colr") == nil ? nil : subject.info.chroma
    if codes.matrix == 0, let chroma, chroma == "420" || chroma == "422" {
      return [
        finding(
          subject, "matrix-chroma", .error,
          "matrix 0 stores red, green and blue, which cannot be subsampled, but chroma is \(chroma)")
      ]
    }
    if codes.matrix != 0, chroma == nil, subject.info.format == "png" {
      return [finding(subject, "matrix-rgb", .error, "matrix \(codes.matrix), but PNG stores RGB, which is 0")]
    }
    if codes.matrix == 2, chroma != nil, chroma != "400" {
      return [finding(subject, "matrix-unspecified", .warning, "the matrix is unspecified; readers guess BT.601")]
    }
    return []
  }

  private static func range(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard let codes = subject.info.cicp, !codes.fullRange, subject.isBaseHDR else { return [] }
    return [
      finding(subject, "narrow-range", .note, "narrow range: stills use the full range, and some readers assume it")
    ]
  }

  private static func primaries(_ subject: ConformanceSubject) -> [ConformanceFinding] {
    guard subject.isBaseHDR, let codes = subject.info.cicp, codes.primaries != 9, codes.primaries != 2 else {
      return []
    }
    return [
      finding(
        subject, "hdr-primaries", .note,
        "primaries \(codes.primaries): ISO/TS 22028-5 asks for BT.2020 (9) with PQ and HLG")
    ]
  }
}
