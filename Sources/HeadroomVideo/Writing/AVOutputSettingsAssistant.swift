internal import HeadroomColor
internal import Synchronization

/// The name of settings that go together.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// H.264 of 640 by 480, SDR; the others by their names.
  public static let preset640x480 = Self(rawValue: "AVOutputSettingsPreset640x480")
  public static let preset960x540 = Self(rawValue: "AVOutputSettingsPreset960x540")
  public static let preset1280x720 = Self(rawValue: "AVOutputSettingsPreset1280x720")
  public static let preset1920x1080 = Self(rawValue: "AVOutputSettingsPreset1920x1080")
  public static let preset3840x2160 = Self(rawValue: "AVOutputSettingsPreset3840x2160")
  /// HEVC of 1920 by 1080, with the HDR of the source.
  public static let hevc1920x1080 = Self(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
  /// HEVC of 3840 by 2160, with the HDR of the source.
  public static let hevc3840x2160 = Self(rawValue: "AVOutputSettingsPresetHEVC3840x2160")
  /// HEVC of 7680 by 4320, with the HDR of the source.
  public static let hevc7680x4320 = Self(rawValue: "AVOutputSettingsPresetHEVC7680x4320")
}

/// Says which settings fit a source and a preset, for ``AVAssetWriterInput``.
///
/// Pictures are never made larger. HEVC presets keep HLG and PQ in 10 bits, the others make SDR.
// Sendable: what changes is guarded.
public final class AVOutputSettingsAssistant: Sendable {
  private struct Source: Sendable {
    var audio: CMFormatDescription?
    var video: CMFormatDescription?
    var averageDuration = CMTime(value: 1, timescale: 30)
    var leastDuration = CMTime(value: 1, timescale: 30)
  }

  private let codec: AVVideoCodecType
  private let size: (width: Int, height: Int)
  private let source = Mutex(Source())

  private static let presets: [AVOutputSettingsPreset: (AVVideoCodecType, Int, Int)] = [
    .preset640x480: (.h264, 640, 480), .preset960x540: (.h264, 960, 540), .preset1280x720: (.h264, 1280, 720),
    .preset1920x1080: (.h264, 1920, 1080), .preset3840x2160: (.h264, 3840, 2160),
    .hevc1920x1080: (.hevc, 1920, 1080), .hevc3840x2160: (.hevc, 3840, 2160), .hevc7680x4320: (.hevc, 7680, 4320),
  ]

  /// Nil where there is no preset of this name.
  public init?(preset: AVOutputSettingsPreset) {
    guard let (codec, width, height) = Self.presets[preset] else { return nil }
    (self.codec, size) = (codec, (width, height))
  }

  /// The names of all presets.
  public class func availableOutputSettingsPresets() -> [AVOutputSettingsPreset] {
    presets.keys.sorted { $0.rawValue < $1.rawValue }
  }

  /// The kind of file: QuickTime.
  public var outputFileType: AVFileType { .mov }

  /// What the sound is; nil for settings that fit any.
  public var sourceAudioFormat: CMAudioFormatDescription? {
    get { source.withLock { $0.audio } }
    set { source.withLock { $0.audio = newValue } }
  }

  /// What the pictures are; nil for settings that fit any.
  public var sourceVideoFormat: CMVideoFormatDescription? {
    get { source.withLock { $0.video } }
    set { source.withLock { $0.video = newValue } }
  }

  /// How long pictures last on average. Default: 1/30 s.
  public var sourceVideoAverageFrameDuration: CMTime {
    get { source.withLock { $0.averageDuration } }
    set { source.withLock { $0.averageDuration = newValue } }
  }

  /// How long pictures last at least. Default: 1/30 s.
  public var sourceVideoMinFrameDuration: CMTime {
    get { source.withLock { $0.leastDuration } }
    set { source.withLock { $0.leastDuration = newValue } }
  }

  /// AAC at the source's rate, with its channels where they are one, two or six.
  public var audioSettings: [String: Any]? {
    let sound = sourceAudioFormat?.audioStreamBasicDescription
    let rate = sound.map { Int($0.mSampleRate.rounded()) } ?? 48_000
    let channels = sound.map { Int($0.mChannelsPerFrame) } ?? 2
    guard let format = SoundFormat(rate: rate, channels: channels), SoundCodec.aac.rates?.contains(rate) == true else {
      return nil
    }
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate, AVNumberOfChannelsKey: format.channels,
      AVEncoderBitRateKey: SoundCodec.aac.bitRate(format),
    ]
  }

  /// Codec, size, colour and what is asked of the encoder.
  public var videoSettings: [String: Any]? {
    let source = source.withLock { $0 }
    let (width, height) = fitted(source.video?.dimensions)
    var compression: [String: Any] = [:]
    let seconds = source.averageDuration.seconds
    if seconds.isFinite, seconds > 0 { compression[AVVideoExpectedSourceFrameRateKey] = 1 / seconds }
    let isHDR = source.video?.cicp.map { VideoDynamicRange(transfer: $0.transfer) != .sdr } ?? false
    if codec == .hevc, isHDR { compression[AVVideoProfileLevelKey] = kVTProfileLevel_HEVC_Main10_AutoLevel }
    if codec == .h264 { compression[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel }
    var settings: [String: Any] = [AVVideoCodecKey: codec, AVVideoWidthKey: width, AVVideoHeightKey: height]
    settings[AVVideoCompressionPropertiesKey] = compression
    settings[AVVideoColorPropertiesKey] = colors(source.video, isHDR: isHDR)
    return settings
  }

  /// The source's; BT.709 where HDR becomes SDR. Nil where the source states none.
  private func colors(_ format: CMFormatDescription?, isHDR: Bool) -> [String: String]? {
    if codec == .h264, isHDR {
      return [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ]
    }
    guard let primaries = format?.extensions[.colorPrimaries]?.text,
      let transfer = format?.extensions[.transferFunction]?.text, let matrix = format?.extensions[.yCbCrMatrix]?.text
    else { return nil }
    return [
      AVVideoColorPrimariesKey: primaries, AVVideoTransferFunctionKey: transfer, AVVideoYCbCrMatrixKey: matrix,
    ]
  }

  /// No larger than the source, in its shape.
  private func fitted(_ dimensions: CMVideoDimensions?) -> (Int, Int) {
    guard let dimensions, dimensions.width > 0 else { return size }
    let (width, height) = (Double(dimensions.width), Double(dimensions.height))
    let limit = width >= height ? (size.width, size.height) : (size.height, size.width)
    let scale = min(Double(limit.0) / width, Double(limit.1) / height, 1)
    func even(_ side: Double) -> Int { max(Int((side * scale / 2).rounded()) * 2, 2) }
    return (even(width), even(height))
  }
}
