package import HeadroomColor
package import HeadroomPixels

/// What an encoder is told before the first picture.
package struct EncoderSettings: Sendable {
  package var codec: VideoCodec
  package var width: Int
  package var height: Int
  package var format: EncodedFormat
  package var cicp: CICP
  package var siting: YCbCrEncoding.Siting
  /// Stated in the stream, as far as the codec can.
  package var hdr = HDRMetadata()
  /// Frames of a second, for the rate of data; the times of pictures count otherwise.
  package var frameRate: (numerator: Int32, denominator: Int32)
  /// Ticks of a second of the pictures' times.
  package var timescale: CMTimeScale
  /// Nil is the codec's usual number.
  package var crf: Int?
  /// Nil is the codec's usual word.
  package var preset: String?
  package var isLossless = false
  /// Bits of a second on average, in place of a quality; nil where the quality counts.
  package var bitRate: Int?
  /// Frames from one that stands alone to the next, at most; nil is the encoder's choice.
  package var keyFrameInterval: Int?
  /// Whether frames may be coded in another order than they are shown.
  package var reordersFrames = true
  /// Names and values of further options of the encoder, in turn.
  package var furtherOptions: [String] = []
  package var threads = 1

  package init(
    codec: VideoCodec, width: Int, height: Int, format: EncodedFormat, cicp: CICP, siting: YCbCrEncoding.Siting,
    frameRate: (numerator: Int32, denominator: Int32), timescale: CMTimeScale
  ) {
    (self.codec, self.width, self.height, self.format) = (codec, width, height, format)
    (self.cicp, self.siting, self.frameRate, self.timescale) = (cicp, siting, frameRate, timescale)
  }

  /// Checks what a user asks for.
  ///
  /// - Throws: ``MediaError/Reason/invalidRequest(_:)``.
  package func check() throws(MediaError) {
    if let crf {
      guard let (range, _) = codec.crf else { throw invalid("\(codec.title) has no crf") }
      guard range.contains(crf) else {
        throw invalid("a crf of \(crf): \(codec.title) takes \(range.lowerBound) to \(range.upperBound)")
      }
    }
    if let preset {
      guard let (names, _) = codec.presets else { throw invalid("\(codec.title) has no presets") }
      guard names.contains(preset) else {
        throw invalid("no preset \(preset): \(codec.title) has \(names.joined(separator: ", "))")
      }
    }
    if isLossless, !codec.canBeLossless { throw invalid("\(codec.title) is not written without loss") }
    guard codec.formats.contains(format) else {
      throw invalid(
        "\(codec.title) is not written with \(format.bitDepth) bits of \(format.chroma.rawValue)"
          + (format.hasAlpha ? " and alpha" : ""))
    }
    if codec == .dnxhr { try checkDNxHR() }
  }

  private func checkDNxHR() throws(MediaError) {
    guard width >= 256, height >= 120 else { throw invalid("\(width)x\(height): DNxHR starts at 256x120") }
    guard format.bitDepth > 8 || VideoDynamicRange(transfer: cicp.transfer) == .sdr else {
      throw invalid("the preset \(speed) of DNxHR has 8 bits, too few for HDR; hqx and 444 have 10")
    }
  }

  private func invalid(_ words: String) -> MediaError { MediaError(.invalidRequest(words)) }
}

extension EncoderSettings {
  /// The encoder's options: names and values in turn.
  var options: [String] { codecOptions + rhythmOptions + furtherOptions }

  private var rhythmOptions: [String] {
    (keyFrameInterval.map { ["g", String($0)] } ?? []) + (reordersFrames ? [] : ["bf", "0"])
  }

  private var codecOptions: [String] {
    switch codec {
    case .hevc: quality + ["preset", speed, "x265-params", x265.joined(separator: ":")]
    case .av1: quality + ["preset", speed, "svtav1-params", svtAV1.joined(separator: ":")]
    case .h264: quality + ["preset", speed]
    case .vp9: quality + (bitRate == nil ? ["b", "0"] : []) + ["deadline", "good", "cpu-used", speed, "row-mt", "1"]
    case .prores: ["profile", proresProfile, "vendor", "apl0"] + (format.hasAlpha ? ["alpha_bits", "16"] : [])
    case .ffv1: ["level", "3", "slices", "4", "slicecrc", "1"]
    case .dnxhr: ["profile", "dnxhr_\(speed)"]
    }
  }

  /// The codec's four letters in boxes; nil where FFmpeg's own choice is right.
  ///
  /// Its muxer takes the first of its list: HEVC with parameter sets in the stream, and of ProRes 422 HQ.
  var movieTag: String? {
    switch codec {
    case .hevc: "hvc1"
    case .prores: Self.proresTags[proresProfile]
    case .av1, .h264, .ffv1, .dnxhr, .vp9: nil
    }
  }

  private static let proresTags = [
    "proxy": "apco", "lt": "apcs", "standard": "apcn", "hq": "apch", "4444": "ap4h", "4444xq": "ap4x",
  ]

  private var speed: String { preset ?? codec.presets?.usual ?? "" }

  private var quality: [String] {
    guard !isLossless, let usual = codec.crf?.usual else { return [] }
    if let bitRate { return ["b", String(bitRate)] }
    return ["crf", String(crf ?? usual)]
  }

  /// Four components are another family of profiles.
  private var proresProfile: String {
    format.chroma == .full && !speed.hasPrefix("4444") ? "4444" : speed
  }

  private var x265: [String] {
    var words = ["log-level=none", "pools=\(threads)"]
    if isLossless { words.append("lossless=1") }
    guard VideoDynamicRange(transfer: cicp.transfer) == .pq else { return words }
    // The messages come with the headers. Without a light level the encoder would state one of 0.
    words.append("repeat-headers=1")
    if let display = hdr.mastering { words.append("master-display=" + Self.x265(display)) }
    if let level = hdr.lightLevel {
      words += ["hdr10=1", "hdr10-opt=1", "max-cll=\(Int(level.maxCLL)),\(Int(level.maxFALL))"]
    }
    return words
  }

  private static func x265(_ display: MasteringDisplayColorVolume) -> String {
    func units(_ value: Double, _ unit: Double) -> Int { Int((value / unit).rounded()) }
    func point(_ name: String, _ point: Chromaticity) -> String {
      "\(name)(\(units(point.x, 0.00002)),\(units(point.y, 0.00002)))"
    }
    return point("G", display.green) + point("B", display.blue) + point("R", display.red)
      + point("WP", display.white) + "L(\(units(display.maximumNits, 0.0001)),\(units(display.minimumNits, 0.0001)))"
  }

  private var svtAV1: [String] {
    var words = ["lp=\(threads)"]
    guard VideoDynamicRange(transfer: cicp.transfer) == .pq else { return words }
    words.append("enable-hdr=1")
    if let display = hdr.mastering { words.append("mastering-display=" + Self.svtAV1(display)) }
    if let level = hdr.lightLevel { words.append("content-light=\(Int(level.maxCLL)),\(Int(level.maxFALL))") }
    return words
  }

  private static func svtAV1(_ display: MasteringDisplayColorVolume) -> String {
    func point(_ name: String, _ point: Chromaticity) -> String { "\(name)(\(point.x),\(point.y))" }
    return point("G", display.green) + point("B", display.blue) + point("R", display.red)
      + point("WP", display.white) + "L(\(display.maximumNits),\(display.minimumNits))"
  }
}
