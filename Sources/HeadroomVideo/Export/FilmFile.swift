internal import HeadroomPixels

/// A film that is being written: its encoder, and the file.
final class FilmFile {
  private let output: FilmOutput
  private let plan: FilmPlan
  private let encoder: VideoEncoder
  private let sound: SoundTrackWriter?
  private var writer: MediaWriter?
  private var stream = 0
  private var clock: FrameClock

  init(_ output: FilmOutput, _ plan: FilmPlan) throws(MediaError) {
    (self.output, self.plan) = (output, plan)
    clock = FrameClock(output.script, timescale: plan.encoder.timescale)
    do throws(MediaError) {
      encoder = try VideoEncoder(plan.encoder)
      sound = try output.sound.map { timeline throws(MediaError) in
        try SoundTrackWriter(timeline, output.settings.sound, output.settings.container)
      }
      let writer = try MediaWriter(path: output.path, output.settings.container)
      stream = try writer.add(encoder, plan.stream)
      try sound?.add(to: writer)
      try writer.start(plan.options(soundRate: sound?.rate))
      self.writer = consume writer
    } catch {
      throw error.of(.output(output.path))
    }
  }

  /// Adds the next frame.
  func add(_ picture: PlanarPicture) throws(MediaError) {
    do throws(MediaError) {
      try write(picture)
    } catch {
      throw error.of(.output(output.path))
    }
  }

  /// Writes what is left, and gives the file its name.
  func finish() throws(MediaError) {
    do throws(MediaError) {
      try end()
    } catch {
      throw error.of(.output(output.path))
    }
  }

  private func write(_ picture: PlanarPicture) throws(MediaError) {
    let (start, duration) = clock.next()
    try encoder.send(picture, time: start, duration: duration)
    guard let writer = writer.take() else { return }
    try writer.drain(encoder, to: stream)
    try sound?.write(until: CMTime(value: start + duration, timescale: plan.encoder.timescale), to: writer)
    self.writer = consume writer
  }

  private func end() throws(MediaError) {
    guard var writer = writer.take() else { return }
    try encoder.finish()
    try writer.drain(encoder, to: stream)
    try sound?.finish(writer)
    if let ambient = plan.ambient { writer.state(ambient, of: stream) }
    try writer.finish(replacing: output.isReplacing)
  }
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
