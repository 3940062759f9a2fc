internal import Synchronization

/// How the audio tracks of an asset are mixed.
///
/// All enabled tracks are summed, each with its volume. Sums above full scale are made quieter, smoothly and 20 ms ahead;
/// nothing is cut.
///
/// Sendable: subclasses are made here only, and what is stored lies behind a lock.
public class AVAudioMix: @unchecked Sendable {
  let state: Mutex<[AVAudioMixInputParameters]>

  fileprivate init(state: [AVAudioMixInputParameters]) { self.state = Mutex(state) }

  /// Every track as it is.
  public convenience init() { self.init(state: []) }

  /// What is done to tracks. Tracks without parameters are mixed as they are, parameters of tracks that the asset does not
  /// have are without effect, and of two for one track the last counts.
  public var inputParameters: [AVAudioMixInputParameters] { state.withLock { $0 } }

  /// The mix as it is now, as an ``AVAudioMix``. Its parameters are the same objects.
  public func copy() -> Any { snapshot }
  /// The mix as it is now. Its parameters are the same objects.
  final var snapshot: AVAudioMix { AVAudioMix(state: inputParameters) }
  /// The mix as it is now, as an ``AVMutableAudioMix``. Its parameters are the same objects.
  public func mutableCopy() -> Any { AVMutableAudioMix(state: inputParameters) }
}

/// As ``AVAudioMix``, but it can be changed.
// Sendable: as its superclass.
public final class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
  fileprivate override init(state: [AVAudioMixInputParameters]) { super.init(state: state) }

  /// Every track as it is.
  public init() { super.init(state: []) }

  /// What is done to tracks; see ``AVAudioMix/inputParameters``.
  public override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { state.withLock { $0 = newValue } }
  }
}
