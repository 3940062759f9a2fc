internal import Headroom

/// Quality and chroma of lossy files when the user does not say.
///
/// A JPEG that is written again at its size keeps its quality, so that an edit neither loses more nor costs bytes that
/// hold nothing; made smaller, or as another format, it has at most the format's default. The defaults were chosen on
/// photos of phones and cameras, PU21-PSNR against bytes: see `Benchmarks/RESULTS.md`.
struct DefaultQuality {
  let info: StillInfo
  let format: OutputFormat
  /// Whether the result has the input's size.
  let keepsSize: Bool

  /// Each encoder's own scale.
  private static let defaults: [String: Double] = ["jpeg": 85, "heic": 60, "avif": 75, "jxl": 90, "webp": 80]

  var quality: Double {
    let usual = Self.defaults[format.name] ?? EncodeOptions().quality
    guard let own = info.estimatedQuality, let usualOfSource = Self.defaults[info.format] else { return usual }
    if format.name == info.format, keepsSize { return own }
    return min(usual, (usual * own / usualOfSource).rounded())
  }

  /// The input's where it has one and the format has a choice; else what the writer takes.
  var chroma: EncodeOptions.Chroma? {
    // Readers of HEIC take nothing else.
    guard format.hasChroma, format.name != "heic" else { return nil }
    switch info.chroma {
    case "420", "411": return .quarter
    case "422": return .half
    case "444" where keepsSize: return .full
    default: return nil
    }
  }
}
