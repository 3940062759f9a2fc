internal import HeadroomColor
internal import HeadroomPixels

/// Pictures on their way through an encoder into a stream of a file.
struct PictureTrack: ~Copyable {
  let plan: FilmPlan
  let encoder: VideoEncoder
  private(set) var stream = -1
  private var clock: FrameClock

  init(_ script: any FrameScript, _ plan: FilmPlan) throws(MediaError) {
    self.plan = plan
    encoder = try VideoEncoder(plan.encoder)
    clock = FrameClock(script, timescale: plan.encoder.timescale)
  }

  mutating func add(to writer: borrowing MediaWriter, _ labels: TrackLabels, timecode: String? = nil) throws(MediaError)
  {
    var facts = plan.stream
    (facts.labels, facts.timecode) = (labels, timecode)
    stream = try writer.add(encoder, facts)
  }

  /// Encodes the next picture.
  ///
  /// - Returns: when it ends.
  mutating func send(_ picture: PlanarPicture, to writer: borrowing MediaWriter) throws(MediaError) -> CMTime {
    let (start, duration) = clock.next()
    try encoder.send(picture, time: start, duration: duration)
    try writer.drain(encoder, to: stream)
    return CMTime(value: start + duration, timescale: plan.encoder.timescale)
  }

  func finish(_ writer: borrowing MediaWriter) throws(MediaError) {
    try encoder.finish()
    try writer.drain(encoder, to: stream)
  }

  var ambient: (stream: Int, room: AmbientViewingEnvironment)? { plan.ambient.map { (stream, $0) } }
}

/// The times of a film's frames in ticks from its start.
private struct FrameClock {
  private let times: FrameTimes
  private let end: CMTime
  private let start: CMTime
  private let timescale: CMTimeScale
  private var number = 0

  init(_ script: any FrameScript, timescale: CMTimeScale) {
    (times, end, self.timescale) = (script.times, script.end, timescale)
    start = script.start
  }

  private func ticks(_ time: CMTime) -> Int64 {
    (time - start).convertScale(timescale, method: .roundHalfAwayFromZero).value
  }

  mutating func next() -> (start: Int64, duration: Int64) {
    let first = ticks(times[number])
    number += 1
    let last = ticks(number < times.count ? times[number] : end)
    return (first, max(last - first, 1))
  }
}
