public import HeadroomColor

/// A format that a display in reference mode shows according to its standard; all others are colour managed as usual.
///
/// The five formats in Apple's documents beside Dolby Vision, with the code points (ITU-T H.273) that identify them.
public enum ReferenceFormat: String, Sendable, CaseIterable {
  /// High definition, BT.709 (1-1-1).
  case bt709
  /// Standard definition, BT.601, with the primaries of SMPTE-C (6-1-6) or of the EBU (5-1-5).
  case bt601
  /// sRGB in the matrix of BT.709 (1-13-1), or as RGB.
  case sRGB
  /// HDR10: BT.2100 PQ (9-16-9).
  case hdr10
  /// BT.2100 HLG (9-18-9), including Dolby Vision profile 8.4.
  case hlg

  /// The format with these code points; nil where there is none. Full or video range makes no difference.
  public init?(cicp: CICP) {
    let found = Self.allCases.first { format in
      format.kinds.contains { ($0.primaries, $0.transfer) == (cicp.primaries, cicp.transfer) }
        && (format.kinds.contains { $0.matrix == cicp.matrix } || cicp.matrix == 0)
    }
    guard let found else { return nil }
    self = found
  }

  /// The code points of the format: primaries, transfer and matrix of each kind.
  public var kinds: [CICP] {
    func kind(_ primaries: UInt8, _ transfer: UInt8, _ matrix: UInt8) -> CICP {
      CICP(primaries: primaries, transfer: transfer, matrix: matrix, fullRange: false)
    }
    return switch self {
    case .bt709: [kind(1, 1, 1)]
    case .bt601: [kind(6, 1, 6), kind(5, 1, 5)]
    case .sRGB: [kind(1, 13, 1)]
    case .hdr10: [kind(9, 16, 9)]
    case .hlg: [kind(9, 18, 9)]
    }
  }

  /// The brightest light of the format that the mode shows, in cd/m²: 100 for SDR, 1000 for HDR.
  public var peakLuminance: Double {
    switch self {
    case .bt709, .bt601, .sRGB: PanelModel.referenceWhite
    case .hdr10, .hlg: PanelModel.referencePeak
    }
  }
}
