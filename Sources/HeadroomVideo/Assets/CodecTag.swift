/// The four letters of codecs.
enum CodecTag {
  /// By FFmpeg's names, for containers without letters. ProRes has several kinds, which files always state.
  private static let byName: [String: String] = [
    "hevc": "hvc1", "h264": "avc1", "av1": "av01", "vp9": "vp09", "vp8": "vp08", "prores": "apcn", "dnxhd": "AVdh",
    "ffv1": "FFV1", "aac": "aac ", "opus": "opus", "flac": "flac", "mp3": ".mp3", "alac": "alac", "ac3": "ac-3",
    "eac3": "ec-3",
  ]

  /// The letters in the file, otherwise those of the codec; 0 where there are neither.
  static func code(of facts: TrackFacts) -> FourCharCode {
    let byCodec = facts.codec.hasPrefix("pcm_") ? "lpcm" : byName[facts.codec]
    return facts.codecTag.flatMap { FourCharCode(letters: $0) } ?? byCodec.flatMap { FourCharCode(letters: $0) } ?? 0
  }

  /// Sample entries of encrypted media.
  static func isProtected(_ tag: String?) -> Bool {
    tag.map { ["encv", "enca", "drmi", "drms"].contains($0) } ?? false
  }
}
