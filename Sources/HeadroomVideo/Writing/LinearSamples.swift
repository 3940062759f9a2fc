/// Samples of PCM as clients store them: integers or floating point, channels in turn or one after the other.
struct LinearSamples: Sendable {
  let rate: Int
  let channels: Int
  private let bytes: Int
  private let isFloat: Bool
  private let isBigEndian: Bool
  private let isSigned: Bool
  private let isInterleaved: Bool

  /// - Throws: where the description is none of PCM, or of a form that is not read.
  init(_ sound: AudioStreamBasicDescription) throws(MediaError) {
    guard sound.mFormatID == kAudioFormatLinearPCM else {
      throw MediaError(.unsupported("sound in \(sound.mFormatID.letters) is not encoded, only PCM is"))
    }
    func has(_ flag: AudioFormatFlags) -> Bool { sound.mFormatFlags & flag != 0 }
    (isFloat, isBigEndian) = (has(kAudioFormatFlagIsFloat), has(kAudioFormatFlagIsBigEndian))
    (isSigned, isInterleaved) = (has(kAudioFormatFlagIsSignedInteger), !has(kAudioFormatFlagIsNonInterleaved))
    (rate, channels) = (Int(sound.mSampleRate.rounded()), Int(sound.mChannelsPerFrame))
    bytes = Int(sound.mBitsPerChannel) / 8
    let frame = isInterleaved ? bytes * channels : bytes
    let isKnown = isFloat ? [4, 8].contains(bytes) : (1...4).contains(bytes)
    guard isKnown, Int(sound.mBitsPerChannel) % 8 == 0, Int(sound.mBytesPerFrame) == frame, rate > 0, channels > 0
    else { throw MediaError(.unsupported("PCM of \(sound.mBitsPerChannel) bits in \(sound.mBytesPerFrame) bytes")) }
  }

  /// Samples of each channel in so many bytes.
  func count(_ byteCount: Int) -> Int { byteCount / (bytes * channels) }

  /// Full scale becomes 1.
  func block(_ data: UnsafeRawBufferPointer) -> SoundBlock {
    let count = count(data.count)
    return SoundBlock(
      (0..<channels).map { channel in
        let start = isInterleaved ? channel * bytes : channel * count * bytes
        let step = isInterleaved ? bytes * channels : bytes
        return (0..<count).map { unsafe value(data, start + $0 * step) }
      })
  }

  private func value(_ data: UnsafeRawBufferPointer, _ place: Int) -> Float {
    var code: UInt64 = 0
    for index in 0..<bytes {
      let byte = unsafe data[place + (isBigEndian ? index : bytes - 1 - index)]
      code = code << 8 | UInt64(byte)
    }
    if isFloat { return bytes == 4 ? Float(bitPattern: UInt32(code)) : Float(Double(bitPattern: code)) }
    let half = Int64(1) << (8 * bytes - 1)
    let number = isSigned ? (Int64(code) ^ half) - half : Int64(code) - half
    return Float(Double(number) / Double(half))
  }
}
