internal import HeadroomColor

/// As good as HEVC gets, in the size of the asset; HDR is kept.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC of at most 1920 by 1080; HDR is kept.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC of at most 3840 by 2160; HDR is kept.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC of at most 7680 by 4320; HDR is kept.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"
/// H.264 for slow networks, SDR.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 between the other two, SDR.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 as good as it gets, SDR.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 of at most 640 by 480, SDR; the others by their names.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// ProRes 422 and PCM; HDR is kept.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 and PCM; HDR is kept.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// What a preset's name asks for.
struct ExportPreset: Sendable {
  let codec: VideoCodec
  /// The sides that frames have at most; nil leaves them.
  let largest: (width: Int, height: Int)?
  /// The codec's number for quality; nil is the usual one.
  let crf: Int?
  /// The codec's word; nil is the usual one.
  let word: String?

  private init(_ codec: VideoCodec, _ width: Int? = nil, _ height: Int? = nil, crf: Int? = nil, word: String? = nil) {
    self.codec = codec
    if let width, let height { largest = (width, height) } else { largest = nil }
    (self.crf, self.word) = (crf, word)
  }

  /// Whether HDR stays HDR.
  var keepsHDR: Bool { codec != .h264 }

  /// By name, as Apple's documentation has them.
  static let all: [String: ExportPreset] = [
    AVAssetExportPresetHEVCHighestQuality: ExportPreset(.hevc, crf: 17),
    AVAssetExportPresetHEVC1920x1080: ExportPreset(.hevc, 1920, 1080),
    AVAssetExportPresetHEVC3840x2160: ExportPreset(.hevc, 3840, 2160),
    AVAssetExportPresetHEVC7680x4320: ExportPreset(.hevc, 7680, 4320),
    AVAssetExportPresetLowQuality: ExportPreset(.h264, 480, 360, crf: 30),
    AVAssetExportPresetMediumQuality: ExportPreset(.h264, 960, 540, crf: 25),
    AVAssetExportPresetHighestQuality: ExportPreset(.h264, crf: 17),
    AVAssetExportPreset640x480: ExportPreset(.h264, 640, 480),
    AVAssetExportPreset960x540: ExportPreset(.h264, 960, 540),
    AVAssetExportPreset1280x720: ExportPreset(.h264, 1280, 720),
    AVAssetExportPreset1920x1080: ExportPreset(.h264, 1920, 1080),
    AVAssetExportPreset3840x2160: ExportPreset(.h264, 3840, 2160),
    AVAssetExportPresetAppleProRes422LPCM: ExportPreset(.prores, word: "hq"),
    AVAssetExportPresetAppleProRes4444LPCM: ExportPreset(.prores, word: "4444"),
  ]

  /// The kinds of file that it is written into.
  var fileTypes: [AVFileType] { codec == .prores ? [.mov] : [.mov, .mp4, .m4v] }

  /// The size of frames: never larger than they are, even sides.
  func size(width: Int, height: Int) -> (width: Int, height: Int) {
    guard let largest else { return (width & ~1, height & ~1) }
    // The limits are for pictures that lie; those that stand have them the other way round.
    let limit = width >= height ? (largest.width, largest.height) : (largest.height, largest.width)
    let scale = min(Double(limit.0) / Double(width), Double(limit.1) / Double(height), 1)
    func even(_ side: Int) -> Int { max(Int((Double(side) * scale / 2).rounded()) * 2, 2) }
    return (even(width), even(height))
  }
}
