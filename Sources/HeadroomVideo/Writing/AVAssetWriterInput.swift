internal import Dispatch
public import Foundation
public import HeadroomGraphics
internal import Synchronization

/// Takes the samples of one track of a film.
///
/// Samples wait in a queue of bounded size, so that memory does not grow where they come faster than they are written:
/// ``isReadyForMoreMediaData`` tells whether there is room.
// Sendable: everything is guarded.
public final class AVAssetWriterInput: Sendable {
  // Sendable: dictionaries never change by convention.
  private struct Carried: @unchecked Sendable {
    let settings: [String: Any]?
  }

  struct State: Sendable {
    var facts = InputFacts()
    var isRealTime = false
    var naturalSize = CGSize.zero
    var course: WriterCourse?
    var lane = 0
    var count = 0
    var byteCount = 0
    var isFinished = false
    var lastTime: CMTime?
    var request: MediaRequest?
    var isAsking = false
    /// How many samples were appended.
    var appended = 0
  }

  /// What the samples are.
  public let mediaType: AVMediaType
  /// A description that fills in what settings and first samples leave open.
  public let sourceFormatHint: CMFormatDescription?
  private let carried: Carried
  let state: Mutex<State>

  /// - Parameters:
  ///   - mediaType: ``AVMediaType/video`` or ``AVMediaType/audio``.
  ///   - outputSettings: how samples are coded, by the keys of video or sound; nil takes coded samples as they are.
  ///   - sourceFormatHint: describes the samples before they come.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
  ) {
    (self.mediaType, self.sourceFormatHint) = (mediaType, sourceFormatHint)
    carried = Carried(settings: outputSettings)
    var state = State()
    state.facts.hint = sourceFormatHint
    self.state = Mutex(state)
  }

  /// How samples are coded; nil where they are taken as they are.
  public var outputSettings: [String: Any]? { carried.settings }

  func settings() throws(WritingError) -> InputSettings {
    var settings = try InputSettings(mediaType, carried.settings)
    if case .video(var video) = settings, let size = sourceFormatHint?.dimensions, size.width > 0 {
      (video.width, video.height) = (video.width ?? Int(size.width), video.height ?? Int(size.height))
      settings = .video(video)
    }
    return settings
  }

  /// How players are to turn the pictures: from pixels to the screen, origin at the top left. Before the start.
  public var transform: CGAffineTransform {
    get {
      let t = state.withLock { $0.facts.transform }
      return CGAffineTransform(t[0], t[1], t[2], t[3], t[4], t[5])
    }
    set {
      change { state in
        state.facts.transform = [newValue.a, newValue.b, newValue.c, newValue.d, newValue.tx, newValue.ty]
      }
    }
  }

  /// Ticks of a second of the track's times; 0, the default, takes one in which the first times are whole. Video alone.
  /// Before the start.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.facts.mediaTimeScale } }
    set { change { $0.facts.mediaTimeScale = max(newValue, 0) } }
  }

  /// Three letters of ISO 639-2; nil states none. Before the start.
  public var languageCode: String? {
    get { state.withLock { $0.facts.language } }
    set { change { $0.facts.language = newValue } }
  }

  /// Whether samples come from a device: then more of them may wait.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.isRealTime } }
    set { change { $0.isRealTime = newValue } }
  }

  /// The size at which the pictures are meant to be seen; carried, not written: films state the coded size.
  public var naturalSize: CGSize {
    get { state.withLock { $0.naturalSize } }
    set { change { $0.naturalSize = newValue } }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      guard state.course.map({ $0.status == .unknown }) ?? true else { return }
      body(&state)
    }
  }

  var isFree: Bool { state.withLock { $0.course == nil } }

  /// Makes the input that of a writer; false where it has one.
  func join(_ course: WriterCourse, _ lane: Int) -> Bool {
    state.withLock { state in
      guard state.course == nil else { return false }
      (state.course, state.lane) = (course, lane)
      return true
    }
  }

  func makeTrack(_ container: MediaContainer) throws -> any WritingTrack {
    let facts = state.withLock { $0.facts }
    switch try settings() {
    case .copy: return CopiedSamples(facts, container)
    case .video(let video): return EncodedPictures(video, facts, container)
    case .sound(let sound): return EncodedSound(sound, facts)
    }
  }
}

/// A client's block that is called when an input has room.
struct MediaRequest: Sendable {
  let queue: DispatchQueue
  let block: @Sendable () -> Void
}
