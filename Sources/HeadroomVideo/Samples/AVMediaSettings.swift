internal import Foundation

// Keys of the settings of readers' outputs and writers' inputs.

/// A codec's four letters; see ``kAudioFormatLinearPCM``.
public let AVFormatIDKey: String = "AVFormatIDKey"
/// Samples of a second.
public let AVSampleRateKey: String = "AVSampleRateKey"
/// Number of channels.
public let AVNumberOfChannelsKey: String = "AVNumberOfChannelsKey"
/// An ``AudioChannelLayout`` as `Data`.
public let AVChannelLayoutKey: String = "AVChannelLayoutKey"
/// Bits of a sample of PCM: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey: String = "AVLinearPCMBitDepthKey"
/// Whether the highest byte of a sample comes first; a Bool.
public let AVLinearPCMIsBigEndianKey: String = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating point; a Bool.
public let AVLinearPCMIsFloatKey: String = "AVLinearPCMIsFloatKey"
/// Whether each channel is stored apart; a Bool.
public let AVLinearPCMIsNonInterleaved: String = "AVLinearPCMIsNonInterleaved"

/// Width in pixels.
public let AVVideoWidthKey: String = "AVVideoWidthKey"
/// Height in pixels.
public let AVVideoHeightKey: String = "AVVideoHeightKey"
/// Whether the client can handle primaries wider than BT.709's, and HDR; a Bool.
public let AVVideoAllowWideColorKey: String = "AVVideoAllowWideColorKey"
