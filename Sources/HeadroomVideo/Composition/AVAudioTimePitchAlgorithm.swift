/// How sound is played at another speed.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// AVFoundation's name.
  public let rawValue: String
  /// A way by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The pitch follows the speed, as on a tape: sound is resampled. The only way that there is here.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
  /// The pitch stays, for speech. Refused where a stretch has another speed than 1.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// The pitch stays, for music. Refused where a stretch has another speed than 1.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// The pitch stays, roughly. Refused where a stretch has another speed than 1.
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
}
