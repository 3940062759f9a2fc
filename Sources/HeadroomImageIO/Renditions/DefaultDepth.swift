/// The storage of components when the user does not choose one.
struct DefaultDepth {
  /// Of the file that the pixels were read from.
  let kind: HDRKind
  /// Of the file that the pixels were read from.
  let bitDepth: Int
  let target: RenditionTarget
  let isLossless: Bool

  func depth(for rendition: RenditionPlan.Rendition) -> SampleDepth {
    if rendition == .float || target.isLinear { return float }
    return integer(atLeast: bits(for: rendition))
  }

  /// Half has eleven significant bits, enough for every picture that was not float before.
  private var float: SampleDepth {
    let isSingle = kind == .float && bitDepth > 16
    if target.depths.contains(.half), !isSingle { return .half }
    return target.depths.contains(.float) ? .float : target.depths.last ?? .float
  }

  private func bits(for rendition: RenditionPlan.Rendition) -> Int {
    let isStoredExactly = isLossless || !target.isLossy
    switch rendition {
    case .isoHDR:
      if isStoredExactly { return 16 }
      // 12 bits stay 12; 16 are more than lossy codecs keep.
      return kind == .isoHDR && bitDepth == 12 ? 12 : 10
    case .adaptive: return kind == .gainMap ? min(bitDepth, 16) : 8
    case .sdr, .float:
      guard bitDepth > 8 else { return 8 }
      if isStoredExactly { return 16 }
      return kind == .sdr || kind == .gainMap ? min(bitDepth, 16) : 8
    }
  }

  private func integer(atLeast bits: Int) -> SampleDepth {
    let depths = target.integerDepths
    let chosen = depths.first { $0 >= bits } ?? depths.last ?? 8
    return SampleDepth(rawValue: String(chosen)) ?? .bits8
  }
}
