/// Makes the segments of a presentation, edit by edit.
struct SegmentBuilder {
  private(set) var segments: [PresentedFrames.Segment] = []
  private let samples: ShownSamples
  private let part: String
  private let timescales: (movie: UInt32, track: UInt32)
  private var start: UInt64 = 0
  private var frameCount = 0

  init(_ samples: ShownSamples, part: String, timescales: (movie: UInt32, track: UInt32)) {
    (self.samples, self.part, self.timescales) = (samples, part, timescales)
  }

  /// - Parameter isLast: a duration of 0 then means "to the end", as in fragmented files whose length was not known.
  mutating func add(_ edit: MovieEdit, isLast: Bool) throws(ImageIOError) {
    guard edit.rate >= 0 else {
      throw .unsupported(part: part, text: "edit \(segments.count + 1) runs backwards")
    }
    guard edit.mediaTime ?? 0 < 1 << 62 else {
      throw .malformed(part: part, text: "edit \(segments.count + 1) begins beyond 62 bits", offset: nil)
    }
    let lastsToEnd = edit.duration == 0 && isLast && edit.mediaTime != nil && edit.rate > 0
    guard edit.duration > 0 || lastsToEnd else { return }
    let places = edit.mediaTime.map { shown(from: $0, edit, lastsToEnd: lastsToEnd) } ?? 0..<0
    guard places.count <= SampleIndex.largestCount - frameCount else {
      throw .overLimit(
        part: part, quantity: "frames of edits", declared: UInt64(frameCount) + UInt64(places.count),
        limit: UInt64(SampleIndex.largestCount), offset: nil)
    }
    let frames = frameCount..<frameCount + places.count
    segments.append(
      PresentedFrames.Segment(
        start: start, duration: lastsToEnd ? nil : edit.duration, mediaStart: edit.mediaTime, rate: edit.rate,
        frames: frames, first: places.lowerBound))
    frameCount = frames.upperBound
    let (end, overflow) = start.addingReportingOverflow(edit.duration)
    guard !overflow, end <= UInt64(Int64.max) else {
      throw .malformed(part: part, text: "the edits end beyond 63 bits", offset: nil)
    }
    start = end
  }

  /// Places of the samples that an edit shows.
  private func shown(from mediaTime: Int64, _ edit: MovieEdit, lastsToEnd: Bool) -> Range<Int> {
    var first = samples.first(from: mediaTime)
    let isExact = first < samples.count && samples.time(first) == mediaTime
    // The frame before lasts into the edit, where it does not end before.
    if !isExact, first > 0, samples.end(first - 1) > mediaTime { first -= 1 }
    guard first < samples.count else { return first..<first }
    if edit.rate == 0 {
      // Of several with this time the last one is seen.
      let behind = (first..<samples.count).partitioningIndex { samples.time($0) > mediaTime }
      return behind > first ? behind - 1..<behind : first..<first
    }
    if lastsToEnd { return first..<samples.count }
    let limit = Self.ticks(edit.duration, rate: edit.rate, timescales)
    let end = (first..<samples.count).partitioningIndex { place in
      let time = samples.time(place)
      return time > mediaTime && !limit.contains(time - mediaTime)
    }
    return first..<end
  }

  /// A duration of the movie in ticks of a track; it need not be whole.
  static func ticks(_ duration: UInt64, rate: Int32, _ timescales: (movie: UInt32, track: UInt32)) -> TickLimit {
    // 63, 32 and 31 bits.
    TickLimit(
      numerator: UInt128(duration) * UInt128(timescales.track) * UInt128(rate.magnitude),
      denominator: UInt128(timescales.movie) << 16)
  }

  /// An end that is excluded.
  struct TickLimit {
    let numerator: UInt128
    let denominator: UInt128

    /// Whether a number of ticks is below: 62, 32 and 16 bits.
    func contains(_ ticks: Int64) -> Bool { ticks < 0 || UInt128(ticks) * denominator < numerator }

    /// Whether a number of ticks is not above.
    func reaches(_ ticks: Int64) -> Bool { ticks < 0 || UInt128(ticks) * denominator <= numerator }
  }
}
