internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// What ``AVVideoCompressionPropertiesKey`` asks of an encoder.
struct EncoderWishes: Sendable {
  /// A profile by its name.
  struct Profile: Sendable {
    var codec: VideoCodec
    /// The form of pictures that it means; nil leaves it to them.
    var format: EncodedFormat?
    /// The encoder's own word; nil where the form says all.
    var word: String?
  }

  var bitRate: Int?
  var quality: Double?
  var keyFrameInterval: Int?
  var keyFrameSeconds: Double?
  var reordersFrames: Bool?
  var frameRate: Double?
  var isRealTime = false
  var profile: Profile?
  var metadata = HDRMetadata()
  var writesMetadata = true

  init() {}

  init(_ properties: CFDictionary) throws(WritingError) {
    for (key, value) in properties { try take(key, value) }
  }

  private static let profiles: [String: Profile] = [
    kVTProfileLevel_HEVC_Main_AutoLevel: Profile(codec: .hevc, format: EncodedFormat(8, .quarter)),
    kVTProfileLevel_HEVC_Main10_AutoLevel: Profile(codec: .hevc, format: EncodedFormat(10, .quarter)),
    kVTProfileLevel_HEVC_Main42210_AutoLevel: Profile(codec: .hevc, format: EncodedFormat(10, .half)),
    AVVideoProfileLevelH264BaselineAutoLevel: Profile(
      codec: .h264, format: EncodedFormat(8, .quarter), word: "baseline"),
    AVVideoProfileLevelH264MainAutoLevel: Profile(codec: .h264, format: EncodedFormat(8, .quarter), word: "main"),
    AVVideoProfileLevelH264HighAutoLevel: Profile(codec: .h264, format: EncodedFormat(8, .quarter), word: "high"),
  ]

  private mutating func take(_ key: String, _ value: Any) throws(WritingError) {
    switch key {
    case AVVideoAverageBitRateKey: bitRate = Int(try number(key, value, 1...10e9))
    case AVVideoQualityKey: quality = try number(key, value, 0...1)
    case AVVideoMaxKeyFrameIntervalKey: keyFrameInterval = Int(try number(key, value, 0...1e6))
    case AVVideoMaxKeyFrameIntervalDurationKey: keyFrameSeconds = try number(key, value, 0...1e6)
    case AVVideoExpectedSourceFrameRateKey: frameRate = try number(key, value, 0.001...1e6)
    case AVVideoAllowFrameReorderingKey: reordersFrames = try flag(key, value)
    case kVTCompressionPropertyKey_RealTime: isRealTime = try flag(key, value)
    case AVVideoProfileLevelKey:
      guard let profile = OptionValues.text(value).flatMap({ Self.profiles[$0] }) else {
        throw .setting(key: key, "\(value) is not written")
      }
      self.profile = profile
    default: try takeMetadata(key, value)
    }
  }

  private mutating func takeMetadata(_ key: String, _ value: Any) throws(WritingError) {
    switch key {
    case kVTCompressionPropertyKey_MasteringDisplayColorVolume:
      metadata.mastering = try read(key, value) { try MasteringDisplayColorVolume(seiBytes: $0) }
    case kVTCompressionPropertyKey_ContentLightLevelInfo:
      metadata.lightLevel = try read(key, value) { try ContentLightLevel(seiBytes: $0) }
    case kVTCompressionPropertyKey_AmbientViewingEnvironment:
      metadata.ambient = try read(key, value) { try AmbientViewingEnvironment(seiBytes: $0) }
    case kVTCompressionPropertyKey_HDRMetadataInsertionMode:
      let mode = OptionValues.text(value)
      guard mode == kVTHDRMetadataInsertionMode_None || mode == kVTHDRMetadataInsertionMode_Auto else {
        throw .setting(key: key, "\(value) is not honoured")
      }
      writesMetadata = mode == kVTHDRMetadataInsertionMode_Auto
    default: throw .setting(key: key, "is not honoured")
    }
  }

  private func read<Value>(
    _ key: String, _ value: Any, _ body: ([UInt8]) throws -> Value
  ) throws(WritingError) -> Value {
    guard let bytes = OptionValues.bytes(value), let read = try? body(bytes) else {
      throw .setting(key: key, "is damaged")
    }
    return read
  }

  private func number(_ key: String, _ value: Any, _ range: ClosedRange<Double>) throws(WritingError) -> Double {
    guard let number = OptionValues.number(value), range.contains(number) else {
      throw .setting(key: key, "\(value) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func flag(_ key: String, _ value: Any) throws(WritingError) -> Bool {
    guard let flag = OptionValues.flag(value) else { throw .setting(key: key, "\(value) is no Bool") }
    return flag
  }
}

extension EncoderWishes {
  /// - Throws: where a codec cannot do what is asked.
  func check(_ codec: VideoCodec) throws(WritingError) {
    if let profile, profile.codec != codec {
      throw .setting(key: AVVideoProfileLevelKey, "is not one of \(codec.title)")
    }
    if codec == .prores {
      if bitRate != nil { throw .setting(key: AVVideoAverageBitRateKey, "ProRes has none") }
      if quality != nil { throw .setting(key: AVVideoQualityKey, "ProRes has none") }
    }
    if bitRate != nil, quality != nil { throw .setting(key: AVVideoQualityKey, "stands beside a bit rate") }
    if codec == .av1, reordersFrames == false {
      throw .setting(key: AVVideoAllowFrameReorderingKey, "AV1 is not written without")
    }
  }

  /// Tells an encoder what is asked of it.
  ///
  /// - Parameter framesPerSecond: for intervals in seconds.
  func apply(to settings: inout EncoderSettings, framesPerSecond: Double) {
    settings.bitRate = bitRate
    if let quality {
      settings.isLossless = quality == 1 && settings.codec.canBeLossless
      if let range = settings.codec.crf?.range { settings.crf = Self.crf(quality, range) }
    }
    let bySeconds = keyFrameSeconds.flatMap { $0 > 0 ? max(Int($0 * framesPerSecond), 1) : nil }
    let byFrames = keyFrameInterval.flatMap { $0 > 0 ? $0 : nil }
    if settings.codec != .prores { settings.keyFrameInterval = [bySeconds, byFrames].compactMap { $0 }.min() }
    if settings.codec != .prores, reordersFrames == false || profile?.word == "baseline" {
      settings.reordersFrames = false
    }
    if let word = profile?.word { settings.furtherOptions += ["profile", word] }
    guard isRealTime else { return }
    switch settings.codec {
    case .hevc, .h264: settings.preset = "superfast"
    case .av1: settings.preset = "12"
    default: break
    }
  }

  /// 0.5 is 24 of 51, a quarter more is 6 less.
  private static func crf(_ quality: Double, _ range: ClosedRange<Int>) -> Int {
    let usual = (36 - 24 * quality) * Double(range.upperBound) / 51
    return min(max(Int(usual.rounded()), range.lowerBound), range.upperBound)
  }
}
