internal import HeadroomPixels

/// Frames of a film that is played in order: they are decoded before they are asked for, those of the next clip too.
final class PlayedFrames: FrameStore {
  private struct Line {
    let reader: AheadReader
    let reading: FrameReading
  }

  private let script: any FrameScript
  private let runsAhead: Bool
  private var plan: FramePlan
  private var lines: [Int: Line] = [:]
  /// The number of the present picture.
  private var number = 0

  init(_ script: any FrameScript) {
    self.script = script
    // One thread has nobody to run ahead.
    runsAhead = ThreadPool.shared.workerCount > 1
    plan = FramePlan(count: script.times.count)
  }

  deinit { for line in lines.values { line.reader.close() } }

  /// - Parameter time: not before that of the last picture.
  func begin(_ references: Set<FrameReference>, at time: CMTime) {
    let times = script.times
    while number + 1 < times.count, times[number] < time { number += 1 }
    let uses = plan.advance(to: number) { Set(script.frame(at: times[$0]).references) }
    let open = plan.open
    for (key, line) in lines where !open.contains(key) {
      line.reader.close()
      lines[key] = nil
    }
    for use in uses { line(use.line, use.reference.source).reader.expect(use.reference.frame) }
  }

  func reading(of reference: FrameReference) throws(MediaError) -> FrameReading {
    guard let key = plan.line(of: reference) else {
      throw MediaError(.invalidRequest("the picture does not show frame \(reference.frame)"))
    }
    return line(key, reference.source).reading
  }

  private func line(_ key: Int, _ place: Int) -> Line {
    if let known = lines[key] { return known }
    let source = script.sources[place]
    let reader = AheadReader(runsAhead: runsAhead) { () throws(MediaError) in
      try source.file.reader(of: source.track, threads: ThreadPool.shared.workerCount, isScrubbing: false)
    }
    let reading = FrameReading(source) { number throws(MediaError) in try reader.frame(number) }
    let line = Line(reader: reader, reading: reading)
    lines[key] = line
    return line
  }
}
