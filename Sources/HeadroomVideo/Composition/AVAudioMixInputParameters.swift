internal import Synchronization

/// How loud an audio track is in a mix, over time, and how it is played at other speeds.
///
/// Volumes are set at times or ramped over ranges. Before the first time the volume is 1, after a ramp its last value
/// holds. Where two ramps overlap, the one that starts later counts from its start on.
///
/// Sendable: subclasses are made here only, and what is stored lies behind a lock.
public class AVAudioMixInputParameters: @unchecked Sendable {
  struct State: Sendable {
    var trackID: CMPersistentTrackID
    var algorithm: AVAudioTimePitchAlgorithm?
    var volumes = RampList<SoundVolume>()
  }

  let state: Mutex<State>

  fileprivate init(state: State) { self.state = Mutex(state) }

  var content: State { state.withLock { $0 } }

  /// The track that this is about.
  public var trackID: CMPersistentTrackID { content.trackID }

  /// How the track is played where its speed is not 1; nil is as the export or the output that mixes says. Others than
  /// ``AVAudioTimePitchAlgorithm/varispeed`` are refused by name where there is such a speed.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { content.algorithm }

  /// Writes the ramp of the volume that a time is in, otherwise the next one, to what is not nil. What is set at a time is
  /// a ramp between equal values up to the next one, or to infinity.
  ///
  /// - Returns: false, without writing, behind the last ramp.
  public func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = content.volumes.ramp(at: time) else { return false }
    unsafe startVolume?.pointee = ramp.start.factor
    unsafe endVolume?.pointee = ramp.end.factor
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// The parameters as they are now, as ``AVAudioMixInputParameters``.
  public func copy() -> Any { AVAudioMixInputParameters(state: content) }
  /// The parameters as they are now, as ``AVMutableAudioMixInputParameters``.
  public func mutableCopy() -> Any { AVMutableAudioMixInputParameters(state: content) }
}

/// As ``AVAudioMixInputParameters``, but it can be changed.
// Sendable: as its superclass.
public final class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  fileprivate override init(state: State) { super.init(state: state) }

  /// The volume of no track yet; set ``trackID``.
  public init() { super.init(state: State(trackID: kCMPersistentTrackID_Invalid)) }

  /// The volume of a track; without one set ``trackID``.
  public init(track: AVAssetTrack?) {
    super.init(state: State(trackID: track?.trackID ?? kCMPersistentTrackID_Invalid))
  }

  /// The track that this is about.
  public override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { state.withLock { $0.trackID = newValue } }
  }

  /// See ``AVAudioMixInputParameters/audioTimePitchAlgorithm``.
  public override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { state.withLock { $0.algorithm = newValue } }
  }

  /// Sets the volume from a time on.
  ///
  /// - Parameters:
  ///   - volume: a factor of the samples, 0 and more: 0 is silence, 1 leaves them as they are, more is louder.
  ///   - time: in the asset's time.
  public func setVolume(_ volume: Float, at time: CMTime) {
    state.withLock { $0.volumes.set(SoundVolume(volume), at: time) }
  }

  /// Changes the volume linearly, sample by sample.
  ///
  /// - Parameters:
  ///   - startVolume: at the range's start; see ``setVolume(_:at:)``.
  ///   - endVolume: at its end, and from then on.
  ///   - timeRange: in the asset's time.
  public func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
    let ramp = RampList.Ramp(timeRange: timeRange, start: SoundVolume(startVolume), end: SoundVolume(endVolume))
    state.withLock { $0.volumes.add(ramp) }
  }
}
