/// The number of a codec of sound: four letters.
public typealias AudioFormatID = UInt32
/// What is special about a format of sound.
public typealias AudioFormatFlags = UInt32

/// Samples as numbers, `lpcm`.
public let kAudioFormatLinearPCM: AudioFormatID = FourCharCode(letters: "lpcm") ?? 0
/// AAC, `aac `.
public let kAudioFormatMPEG4AAC: AudioFormatID = FourCharCode(letters: "aac ") ?? 0
/// Apple Lossless, `alac`.
public let kAudioFormatAppleLossless: AudioFormatID = FourCharCode(letters: "alac") ?? 0
/// FLAC, `flac`.
public let kAudioFormatFLAC: AudioFormatID = FourCharCode(letters: "flac") ?? 0
/// Opus, `opus`.
public let kAudioFormatOpus: AudioFormatID = FourCharCode(letters: "opus") ?? 0
/// AC-3, `ac-3`.
public let kAudioFormatAC3: AudioFormatID = FourCharCode(letters: "ac-3") ?? 0
/// MPEG layer 3, `.mp3`.
public let kAudioFormatMPEGLayer3: AudioFormatID = FourCharCode(letters: ".mp3") ?? 0

/// Samples are floating point.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// The highest byte comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Integers have a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples use all bits of their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples lie at the high end of their bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The order of bytes of this machine.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Floating point, packed, in this machine's order of bytes.
public let kAudioFormatFlagsNativeFloatPacked = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked

extension AudioStreamBasicDescription {
  /// Samples as described by all fields.
  public init(
    mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    self.init()
    (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
    (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
    (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
    (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
  }

  /// Samples as numbers, channels in turn.
  package init(rate: Int, channels: Int, bits: Int, isFloat: Bool) {
    let frame = UInt32(clamping: bits / 8 * channels)
    let kind = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    self.init(
      mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: kind | kAudioFormatFlagIsPacked,
      mBytesPerPacket: frame, mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: UInt32(clamping: channels),
      mBitsPerChannel: UInt32(clamping: bits), mReserved: 0)
  }
}
