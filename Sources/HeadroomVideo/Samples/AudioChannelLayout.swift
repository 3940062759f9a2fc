/// A known arrangement of channels, or how the others are described.
public typealias AudioChannelLayoutTag = UInt32
/// Which place a channel is for.
public typealias AudioChannelLabel = UInt32
/// Channels as bits.
public struct AudioChannelBitmap: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
/// How a channel's coordinates are meant.
public struct AudioChannelFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One channel: its place by label, or by coordinates.
public struct AudioChannelDescription: Sendable {
  public var mChannelLabel: AudioChannelLabel = 0
  public var mChannelFlags = AudioChannelFlags()
  public var mCoordinates: (Float, Float, Float) = (0, 0, 0)

  public init() {}
}

/// Which channel is for which place; further descriptions follow it in memory.
public struct AudioChannelLayout: Sendable {
  public var mChannelLayoutTag: AudioChannelLayoutTag = 0
  public var mChannelBitmap = AudioChannelBitmap()
  public var mNumberChannelDescriptions: UInt32 = 0
  public var mChannelDescriptions = AudioChannelDescription()

  public init() {}
}

/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, centre, low frequencies, left surround, right surround.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
