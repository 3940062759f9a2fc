package import HeadroomColor
internal import HeadroomGraphics

/// Which colour a composition's output has.
package enum OutputColor {
  private static let hlg = CICP(primaries: 9, transfer: 18, matrix: 9, fullRange: false)
  /// Of SDR primaries the widest first; those of HD go before the two of SD, which hardly differ.
  private static let widestFirst: [UInt8] = [9, 12, 11, 1, 5, 6, 7, 22, 4]

  /// What properties state wins; the rest follows from the sources that are used: HLG before PQ before SDR.
  ///
  /// Sources that agree keep what they have, so that their codes can stay.
  ///
  /// - Parameters:
  ///   - sources: colours of the sources that instructions use.
  ///   - hasBrightPictures: whether pictures without a file have more light than white. They want a film that holds it:
  ///     HLG, where no source is HDR.
  package static func codes(
    for sources: [CICP], hasBrightPictures: Bool = false,
    stated: AVVideoComposition.Configuration = AVVideoComposition.Configuration()
  ) throws(VideoCompositionError) -> CICP {
    let isSDR = dynamicRange(of: sources) == .sdr
    let sources = hasBrightPictures && isSDR ? sources + [hlg] : sources
    let transfer = try code(
      stated.colorTransferFunction, "colorTransferFunction", in: ImageBufferColor.transfers)
    let primaries = try code(stated.colorPrimaries, "colorPrimaries", in: ImageBufferColor.primaries)
    let matrix = try code(stated.colorYCbCrMatrix, "colorYCbCrMatrix", in: ImageBufferColor.matrices)
    let range = transfer.map { VideoDynamicRange(transfer: $0) } ?? dynamicRange(of: sources)
    var codes = automatic(range, sources)
    if let transfer { codes.transfer = transfer }
    if let primaries, primaries != codes.primaries {
      codes.primaries = primaries
      codes.matrix = self.matrix(for: primaries)
    }
    if let matrix { codes.matrix = matrix }
    return codes
  }

  private static func code(
    _ name: String?, _ property: String, in table: [(name: String, code: UInt8)]
  ) throws(VideoCompositionError) -> UInt8? {
    guard let name else { return nil }
    let code = ImageBufferColor.code(of: name, in: table)
    guard code != CICP.unspecified else { throw .color(property: property, value: name) }
    return code
  }

  /// HLG if one is, otherwise PQ if one is.
  package static func dynamicRange(of sources: [CICP]) -> VideoDynamicRange {
    let ranges = sources.map { VideoDynamicRange(transfer: $0.transfer) }
    return ranges.contains(.hlg) ? .hlg : ranges.contains(.pq) ? .pq : .sdr
  }

  private static func automatic(_ range: VideoDynamicRange, _ sources: [CICP]) -> CICP {
    let same = sources.filter { VideoDynamicRange(transfer: $0.transfer) == range }
    if var first = same.first, sources.allSatisfy({ $0.hasColor(of: first) }) {
      first.fullRange = false
      return first.asLuma
    }
    switch range {
    case .hlg: return hlg
    case .pq: return CICP(primaries: 9, transfer: 16, matrix: 9, fullRange: false)
    case .sdr:
      let primaries = widestFirst.first { wide in same.contains { $0.primaries == wide } } ?? 1
      return CICP(primaries: primaries, transfer: 1, matrix: matrix(for: primaries), fullRange: false)
    }
  }

  /// The usual one beside primaries.
  fileprivate static func matrix(for primaries: UInt8) -> UInt8 {
    switch primaries {
    case 9: 9
    case 4, 5, 6, 7: 6
    default: 1
    }
  }
}

extension CICP {
  /// The same colours by luma and chroma, as films are written: planes of green, blue and red are read alone.
  package var asLuma: CICP {
    guard matrix == 0 else { return self }
    return CICP(
      primaries: primaries, transfer: transfer, matrix: OutputColor.matrix(for: primaries), fullRange: false)
  }

  /// Whether codes mean the same colours, but for the range.
  package func hasColor(of other: CICP) -> Bool {
    (primaries, transfer, matrix) == (other.primaries, other.transfer, other.matrix)
  }
}
