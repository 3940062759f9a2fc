public import HeadroomGraphics

// Keys and values of the settings of video; the strings are Apple's.

/// The codec, an ``AVVideoCodecType`` or its four letters.
public let AVVideoCodecKey: String = "AVVideoCodecKey"
/// A dictionary of what is asked of the encoder: the keys below, and `kVTCompressionPropertyKey` names.
public let AVVideoCompressionPropertiesKey: String = "AVVideoCompressionPropertiesKey"
/// How pictures of another size get into that of the settings; one of the modes below.
public let AVVideoScalingModeKey: String = "AVVideoScalingModeKey"
/// Pictures are stretched.
public let AVVideoScalingModeResize: String = "AVVideoScalingModeResize"
/// All of a picture is shown, in the middle, the rest is black.
public let AVVideoScalingModeResizeAspect: String = "AVVideoScalingModeResizeAspect"
/// Pictures fill the frame, and are cut at two sides. The mode where none is stated.
public let AVVideoScalingModeResizeAspectFill: String = "AVVideoScalingModeResizeAspectFill"

/// Bits of a second on average.
public let AVVideoAverageBitRateKey: String = "AverageBitRate"
/// 0 to 1; 0.5 is the usual, and 1 is without loss where the codec can.
public let AVVideoQualityKey: String = "Quality"
/// Frames from one that stands alone to the next, at most.
public let AVVideoMaxKeyFrameIntervalKey: String = "MaxKeyFrameInterval"
/// Seconds from a frame that stands alone to the next, at most.
public let AVVideoMaxKeyFrameIntervalDurationKey: String = "MaxKeyFrameIntervalDuration"
/// Whether frames may be coded in another order than they are shown; a Bool.
public let AVVideoAllowFrameReorderingKey: String = "AllowFrameReordering"
/// Frames of a second, for the rate of data.
public let AVVideoExpectedSourceFrameRateKey: String = "ExpectedFrameRate"
/// The profile; one of the values below, or a `kVTProfileLevel`.
public let AVVideoProfileLevelKey: String = "ProfileLevel"
/// H.264 without frames that are coded in another order.
public let AVVideoProfileLevelH264BaselineAutoLevel: String = "H264_Baseline_AutoLevel"
/// H.264, Main.
public let AVVideoProfileLevelH264MainAutoLevel: String = "H264_Main_AutoLevel"
/// H.264, High.
public let AVVideoProfileLevelH264HighAutoLevel: String = "H264_High_AutoLevel"

/// HEVC of 8 bits, 4:2:0; no HDR.
public let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// HEVC of 10 bits, 4:2:0.
public let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
/// HEVC of 10 bits, 4:2:2.
public let kVTProfileLevel_HEVC_Main42210_AutoLevel: CFString = "HEVC_Main42210_AutoLevel"

/// As ``AVVideoAverageBitRateKey``; so are the others of the same end.
public let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
public let kVTCompressionPropertyKey_Quality: CFString = "Quality"
public let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString = "MaxKeyFrameIntervalDuration"
public let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
public let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
public let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
/// Whether speed counts more than size; a Bool.
public let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
/// The 24 bytes of the HEVC SEI message 137 as `Data`: the volume of the mastering display. For PQ alone.
public let kVTCompressionPropertyKey_MasteringDisplayColorVolume: CFString = "MasteringDisplayColorVolume"
/// The 4 bytes of the HEVC SEI message 144 as `Data`: MaxCLL and MaxFALL. For PQ alone.
public let kVTCompressionPropertyKey_ContentLightLevelInfo: CFString = "ContentLightLevelInfo"
/// The 8 bytes of the HEVC SEI message 148 as `Data`: the room that light is meant to be seen in. For HLG alone.
public let kVTCompressionPropertyKey_AmbientViewingEnvironment: CFString = "AmbientViewingEnvironment"
/// Whether HDR metadata are written; one of the modes below.
public let kVTCompressionPropertyKey_HDRMetadataInsertionMode: CFString = "HDRMetadataInsertionMode"
/// None are.
public let kVTHDRMetadataInsertionMode_None: CFString = "None"
/// Those that are known are.
public let kVTHDRMetadataInsertionMode_Auto: CFString = "Auto"

/// The bit rate of coded sound, bits of a second.
public let AVEncoderBitRateKey: String = "AVEncoderBitRateKey"

/// A codec of video, by its four letters.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
  public static let proRes4444XQ = AVVideoCodecType(rawValue: "ap4x")
}
