internal import HeadroomGraphics

/// The PCM that a client wants: integers of 16, 24 or 32 bits or floats of 32, channels in turn, in this machine's order of
/// bytes.
struct SoundSettings {
  /// Nil is the sound's own.
  var rate: Int?
  /// Nil is the sound's own.
  var channels: Int?
  var bits = 16
  var isFloat = false

  /// - Parameter settings: nil is floats.
  /// - Throws: for settings that mean nothing, or that readers cannot fulfil.
  init(_ settings: [String: Any]?) throws(ReaderError) {
    guard let settings else {
      (bits, isFloat) = (32, true)
      return
    }
    guard OptionValues.integer(settings[AVFormatIDKey]) == Int(kAudioFormatLinearPCM) else {
      throw .setting(AVFormatIDKey, "readers decode to linear PCM alone")
    }
    isFloat = OptionValues.flag(settings[AVLinearPCMIsFloatKey]) ?? false
    bits = OptionValues.integer(settings[AVLinearPCMBitDepthKey]) ?? (isFloat ? 32 : 16)
    guard isFloat ? bits == 32 : [16, 24, 32].contains(bits) else {
      throw .setting(AVLinearPCMBitDepthKey, "\(bits) bits of \(isFloat ? "floats" : "integers") are not given")
    }
    for key in [AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved] where OptionValues.flag(settings[key]) == true {
      throw .setting(key, "it is not given")
    }
    rate = try Self.number(settings, AVSampleRateKey, 1000...768_000)
    channels = try Self.number(settings, AVNumberOfChannelsKey, 1...64)
  }

  private static func number(
    _ settings: [String: Any], _ key: String, _ allowed: ClosedRange<Int>
  ) throws(ReaderError) -> Int? {
    guard let value = OptionValues.present(settings[key]) else { return nil }
    guard let number = OptionValues.integer(value), allowed.contains(number) else {
      throw .setting(key, "\(value) is not from \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return number
  }

  /// The sound's format as the client wants it.
  ///
  /// - Throws: for a number of channels that has no usual meaning.
  func format(natural: SoundFormat) throws(ReaderError) -> SoundFormat {
    let rate = rate ?? natural.rate
    guard let channels, channels != natural.channels else { return natural.at(rate) }
    switch channels {
    case 1: return .mono(rate)
    case 2: return .stereo(rate)
    case 6: return .surround(rate)
    default: throw .setting(AVNumberOfChannelsKey, "\(channels) of sound with \(natural.channels)")
    }
  }
}

extension SoundBlock {
  /// The samples as bytes, channels in turn. Integers end at full scale.
  func pcm(_ settings: SoundSettings) -> [UInt8] {
    let (channels, size) = (planes.count, settings.bits / 8)
    var bytes = [UInt8](repeating: 0, count: count * channels * size)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      for (channel, plane) in planes.enumerated() {
        for index in 0..<count {
          unsafe settings.store(plane[index], bytes, (index * channels + channel) * size)
        }
      }
    }
    return bytes
  }
}

extension SoundSettings {
  @inline(__always)
  fileprivate func store(_ value: Float, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int) {
    if isFloat { return unsafe bytes.storeBytes(of: value, toByteOffset: offset, as: Float.self) }
    let scale = Double(1 << (bits - 1))
    let scaled = value.isNaN ? 0 : (Double(value) * scale).rounded(.toNearestOrEven)
    let code = Int32(min(max(scaled, -scale), scale - 1))
    switch bits {
    case 16: unsafe bytes.storeBytes(of: Int16(truncatingIfNeeded: code), toByteOffset: offset, as: Int16.self)
    case 24:
      unsafe bytes.storeBytes(of: UInt16(truncatingIfNeeded: code), toByteOffset: offset, as: UInt16.self)
      unsafe bytes.storeBytes(of: UInt8(truncatingIfNeeded: code >> 16), toByteOffset: offset + 2, as: UInt8.self)
    default: unsafe bytes.storeBytes(of: code, toByteOffset: offset, as: Int32.self)
    }
  }
}
