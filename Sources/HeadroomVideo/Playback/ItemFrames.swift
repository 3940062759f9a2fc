/// Decoded frames of what is played: in order and ahead while time runs, otherwise any.
final class ItemFrames: FrameStore {
  private let script: any FrameScript
  private var sought: SoughtFrames?
  private var played: (frames: PlayedFrames, last: CMTime)?
  private var current: any FrameStore
  /// Why the next picture is made.
  var use = Use.standing

  enum Use {
    /// Time stands, or jumps.
    case standing
    /// Somebody asks while time runs.
    case asked
    /// It is the next one to be seen.
    case running
  }

  /// What lies this near ahead is on the way.
  private static let near = CMTime(value: 1, timescale: 2)

  init(_ script: any FrameScript) {
    self.script = script
    let sought = SoughtFrames(script.sources)
    (self.sought, current) = (sought, sought)
  }

  func begin(_ references: Set<FrameReference>, at time: CMTime) {
    if let (frames, last) = played, time >= last, use == .running || time - last <= Self.near {
      (played, current) = ((frames, time), frames)
    } else if use == .running {
      let frames = PlayedFrames(script)
      (sought, played, current) = (nil, (frames, time), frames)
    } else {
      if use == .standing { played = nil }
      let frames = sought ?? SoughtFrames(script.sources)
      (sought, current) = (frames, frames)
    }
    current.begin(references, at: time)
  }

  /// Lets go of what runs ahead: it belonged to work that was cancelled.
  func forget() {
    guard played != nil else { return }
    let frames = SoughtFrames(script.sources)
    (played, sought, current) = (nil, frames, frames)
  }

  func reading(of reference: FrameReference) throws(MediaError) -> FrameReading { try current.reading(of: reference) }
}
