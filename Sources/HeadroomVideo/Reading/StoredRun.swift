/// The samples of one piece: from the first that decoding needs to the last that is shown.
struct StoredRun {
  /// What is special about a sample.
  struct Facts {
    var isKey: Bool
    var isShown: Bool
    /// What lies before and behind the piece.
    var early: CMTime
    var late: CMTime
  }

  let piece: MediaPiece
  let track: MediaTrack
  let index: FrameIndex
  private let numbers: Range<Int>
  private var isShown: [Bool]
  private var next: Int

  /// Nil where nothing is shown.
  init?(_ piece: MediaPiece, _ track: MediaTrack, _ index: FrameIndex) {
    let shown = piece.shown
    let frames = index.frames
    var first = index.frame(at: shown.start) ?? 0
    while first < frames.count, frames[first].time + frames[first].duration <= shown.start { first += 1 }
    let end = max(frames.partitionPoint { $0.time >= shown.end }, first)
    let samples = frames[min(first, frames.count)..<end].map(\.sample)
    guard let start = samples.first, let least = samples.min(), let most = samples.max() else { return nil }
    (self.piece, self.track, self.index) = (piece, track, index)
    numbers = min(index.start(of: start), least)..<most + 1
    isShown = Array(repeating: false, count: numbers.count)
    next = numbers.lowerBound
    for sample in samples { isShown[sample - numbers.lowerBound] = true }
  }

  /// The next sample's number; nil behind the last.
  mutating func take() -> Int? {
    guard next < numbers.upperBound else { return nil }
    next += 1
    return next - 1
  }

  /// - Throws: for times that no film has.
  func timing(_ number: Int) throws(MediaError) -> CMSampleTimingInfo {
    let sample = index.samples[number]
    guard let time = track.time(sample.time), let length = track.time(sample.duration) else {
      throw MediaError(.malformed("a time that no film has"))
    }
    let decoded = sample.decodeTime.flatMap { track.time($0) }.map { piece.time($0) }
    guard piece.media.duration > .zero else {
      return CMSampleTimingInfo(
        duration: piece.target.duration, presentationTimeStamp: piece.target.start + (time - piece.media.start),
        decodeTimeStamp: decoded ?? .invalid)
    }
    return CMSampleTimingInfo(
      duration: length > .zero ? piece.length(length) : .invalid, presentationTimeStamp: piece.time(time),
      decodeTimeStamp: decoded ?? .invalid)
  }

  func facts(_ number: Int, _ timing: CMSampleTimingInfo) -> Facts {
    var facts = Facts(
      isKey: index.samples[number].isKey, isShown: isShown[number - numbers.lowerBound], early: .zero, late: .zero)
    guard facts.isShown, timing.duration.isNumeric else { return facts }
    facts.early = max(piece.target.start - timing.presentationTimeStamp, .zero)
    facts.late = max(timing.presentationTimeStamp + timing.duration - piece.target.end, .zero)
    return facts
  }
}
