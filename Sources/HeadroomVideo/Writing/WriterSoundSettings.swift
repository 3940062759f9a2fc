internal import HeadroomGraphics

/// What a client's dictionary asks of sound.
struct WriterSoundSettings: Sendable {
  var codec: SoundCodec
  /// Nil is that of the samples.
  var rate: Int?
  var channels: Int?
  var bitRate: Int?

  /// - Throws: ``WritingError/setting(key:_:)`` for what is not honoured.
  init(_ settings: CFDictionary) throws(WritingError) {
    let letters = OptionValues.integer(settings[AVFormatIDKey]).flatMap { AudioFormatID(exactly: $0) }
    switch letters {
    case kAudioFormatMPEG4AAC?: codec = .aac
    case kAudioFormatOpus?: codec = .opus
    case kAudioFormatLinearPCM?: codec = try Self.pcm(settings)
    case let letters?: throw .setting(key: AVFormatIDKey, "\(letters.letters) is not written")
    case nil: throw .setting(key: AVFormatIDKey, "is missing")
    }
    for (key, value) in settings where key != AVFormatIDKey { try take(key, value) }
    if let rate, let rates = codec.rates, !rates.contains(rate) {
      throw .setting(key: AVSampleRateKey, "\(codec.title) is not written at \(rate) Hz")
    }
    if codec.isPCM, bitRate != nil { throw .setting(key: AVEncoderBitRateKey, "PCM has none") }
  }

  /// Little-endian integers of 16 and 24 bits, channels in turn.
  private static func pcm(_ settings: CFDictionary) throws(WritingError) -> SoundCodec {
    for key in [AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved] {
      guard OptionValues.flag(settings[key]) != true else { throw .setting(key: key, "is not written") }
    }
    switch settings[AVLinearPCMBitDepthKey].map({ OptionValues.integer($0) }) {
    case nil, .some(16): return .pcm16
    case .some(24): return .pcm24
    case .some(let bits): throw .setting(key: AVLinearPCMBitDepthKey, "\(bits ?? 0) is not written")
    }
  }

  private mutating func take(_ key: String, _ value: Any) throws(WritingError) {
    switch key {
    case AVSampleRateKey: rate = try number(key, value, 1...768_000)
    case AVNumberOfChannelsKey: channels = try number(key, value, 1...6)
    case AVEncoderBitRateKey: bitRate = try number(key, value, 1000...10_000_000)
    case AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved:
      guard codec.isPCM else { throw .setting(key: key, "is for PCM") }
    case AVChannelLayoutKey:
      guard let tag = Self.layoutTag(value), let known = Self.layouts[tag] else {
        throw .setting(key: key, "is not honoured")
      }
      channels = channels ?? known
    default: throw .setting(key: key, "is not honoured")
    }
  }

  private static let layouts: [AudioChannelLayoutTag: Int] = [
    kAudioChannelLayoutTag_Mono: 1, kAudioChannelLayoutTag_Stereo: 2, kAudioChannelLayoutTag_MPEG_5_1_A: 6,
  ]

  /// A layout begins with its tag.
  private static func layoutTag(_ value: Any) -> AudioChannelLayoutTag? {
    guard let bytes = OptionValues.bytes(value), bytes.count >= 4 else { return nil }
    return bytes[..<4].reversed().reduce(0) { $0 << 8 | AudioChannelLayoutTag($1) }
  }

  private func number(_ key: String, _ value: Any, _ range: ClosedRange<Int>) throws(WritingError) -> Int {
    guard let number = OptionValues.integer(value), range.contains(number) else {
      throw .setting(key: key, "\(value) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension SoundCodec {
  var isPCM: Bool { self == .pcm16 || self == .pcm24 }
}

extension SoundFormat {
  /// The usual arrangement of so many channels; nil where there is none.
  init?(rate: Int, channels: Int) {
    switch channels {
    case 1: self = .mono(rate)
    case 2: self = .stereo(rate)
    case 6: self = .surround(rate)
    default: return nil
    }
  }
}
