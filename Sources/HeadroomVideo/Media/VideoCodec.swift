package import HeadroomPixels

/// A codec that films are written in.
package enum VideoCodec: String, CaseIterable, Hashable, Sendable {
  case hevc, av1, h264, prores, ffv1, dnxhr, vp9

  /// The encoder by FFmpeg's name.
  var encoder: String {
    switch self {
    case .hevc: "libx265"
    case .av1: "libsvtav1"
    case .h264: "libx264"
    case .prores: "prores_ks"
    case .ffv1: "ffv1"
    case .dnxhr: "dnxhd"
    case .vp9: "libvpx-vp9"
    }
  }

  /// The word for the codec in a sentence.
  package var title: String {
    switch self {
    case .hevc: "HEVC"
    case .av1: "AV1"
    case .h264: "H.264"
    case .prores: "ProRes"
    case .ffv1: "FFV1"
    case .dnxhr: "DNxHR"
    case .vp9: "VP9"
    }
  }

  /// What its pictures can be, the usual first.
  package var formats: [EncodedFormat] {
    switch self {
    case .hevc:
      [.init(10, .quarter), .init(8, .quarter), .init(12, .quarter)]
        + [.init(10, .half), .init(12, .half), .init(10, .full), .init(12, .full), .init(8, .half), .init(8, .full)]
    case .av1: [.init(10, .quarter), .init(8, .quarter)]
    case .h264:
      [.init(8, .quarter), .init(10, .quarter), .init(10, .half), .init(8, .half), .init(8, .full), .init(10, .full)]
    case .prores: [.init(10, .half), .init(10, .full), .init(10, .full, hasAlpha: true)]
    case .ffv1:
      [8, 10, 12, 16].flatMap { depth in
        [EncodedFormat(depth, .quarter), .init(depth, .half), .init(depth, .full)]
      } + [.init(10, .full, hasAlpha: true), .init(16, .full, hasAlpha: true)]
    case .dnxhr: [.init(10, .half), .init(10, .full), .init(8, .half)]
    case .vp9: [.init(10, .quarter), .init(8, .quarter), .init(12, .quarter), .init(10, .half), .init(10, .full)]
    }
  }

  /// The numbers that can stand for quality, and the usual one; nil where quality is fixed.
  package var crf: (range: ClosedRange<Int>, usual: Int)? {
    switch self {
    case .hevc: (0...51, 20)
    case .av1: (0...63, 26)
    case .h264: (0...51, 18)
    case .vp9: (0...63, 24)
    case .prores, .ffv1, .dnxhr: nil
    }
  }

  /// The encoder's words for speed, and the usual one; nil where it has none.
  package var presets: (names: [String], usual: String)? {
    switch self {
    case .hevc, .h264:
      (
        ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo"],
        "veryfast"
      )
    case .av1: ((0...13).map(String.init), "10")
    case .prores: (["proxy", "lt", "standard", "hq", "4444", "4444xq"], "hq")
    case .dnxhr: (["lb", "sq", "hq", "hqx", "444"], "hqx")
    case .vp9: ((0...8).map(String.init), "5")
    case .ffv1: nil
    }
  }

  package var canBeLossless: Bool { self == .hevc || self == .ffv1 }
}

/// The form of pictures that an encoder takes: planes of codes in the low bits.
package struct EncodedFormat: Hashable, Sendable {
  package var bitDepth: Int
  package var chroma: PlanarPicture.Subsampling
  package var hasAlpha: Bool

  package init(_ bitDepth: Int, _ chroma: PlanarPicture.Subsampling, hasAlpha: Bool = false) {
    (self.bitDepth, self.chroma, self.hasAlpha) = (bitDepth, chroma, hasAlpha)
  }

  /// FFmpeg's name.
  var name: String {
    let base = chroma == .monochrome ? "gray" : (hasAlpha ? "yuva" : "yuv") + chroma.rawValue + "p"
    guard bitDepth > 8 else { return base }
    return chroma == .monochrome ? "gray\(bitDepth)le" : "\(base)\(bitDepth)le"
  }
}
