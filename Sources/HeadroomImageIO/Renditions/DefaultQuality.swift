/// Quality and chroma of lossy files when the user does not choose them.
///
/// A JPEG that is written again at its size keeps its quality, so that an edit neither loses more nor wastes bytes; a
/// smaller version, or another format, gets at most the format's default. The defaults were chosen on photos of phones
/// and cameras, PU21-PSNR against bytes: see `Benchmarks/RESULTS.md`.
package struct DefaultQuality {
  package let info: StillInfo
  package let target: RenditionTarget
  /// Whether the result has the input's size.
  package let keepsSize: Bool

  package init(info: StillInfo, target: RenditionTarget, keepsSize: Bool) {
    self.info = info
    self.target = target
    self.keepsSize = keepsSize
  }

  /// Each encoder's own scale.
  private static let defaults: [String: Double] = ["jpeg": 85, "heic": 60, "avif": 75, "jxl": 90, "webp": 80]

  package var quality: Double {
    let usual = Self.defaults[target.name] ?? EncodeOptions().quality
    guard let own = info.estimatedQuality, let usualOfSource = Self.defaults[info.format] else { return usual }
    if target.name == info.format, keepsSize { return own }
    return min(usual, (usual * own / usualOfSource).rounded())
  }

  /// The input's where it has one and the format has a choice; else the writer's default.
  package var chroma: EncodeOptions.Chroma? {
    // Readers of HEIC take nothing else.
    guard target.hasChroma, target.name != "heic" else { return nil }
    switch info.chroma {
    case "420", "411": return .quarter
    case "422": return .half
    case "444" where keepsSize: return .full
    default: return nil
    }
  }
}
