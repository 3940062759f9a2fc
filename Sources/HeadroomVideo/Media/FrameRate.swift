/// Frames of a second, of streams whose frames have no times.
struct FrameRate {
  /// Above 0.
  let numerator: Int32
  let denominator: Int32

  /// Frames of a second that a film has at most.
  private static let largest = 1000

  /// - Parameter stated: by the coded pictures; where they say nothing, or nothing that can be, there are 25, as players
  ///   take it.
  init(_ stated: (numerator: Int32, denominator: Int32)?) {
    if let stated, stated.numerator > 0, stated.denominator > 0,
      Int(stated.numerator) <= Self.largest * Int(stated.denominator)
    {
      (numerator, denominator) = (stated.numerator, stated.denominator)
    } else {
      (numerator, denominator) = (25, 1)
    }
  }

  /// When the frame of a number begins.
  func time(of number: Int) -> CMTime { CMTime(value: Int64(number) * Int64(denominator), timescale: numerator) }
}

extension MediaTrack {
  /// Takes frames in their order; each lasts as long as the others.
  mutating func take(_ order: DecodedOrder, _ rate: FrameRate) {
    let length = rate.time(of: 1)
    index = FrameIndex(
      samples: order.samples.map { $0.shown(at: $0.time * length.value, for: length.value) },
      frames: order.shown.enumerated().map { number, sample in
        FrameIndex.Frame(time: rate.time(of: number), duration: length, sample: sample)
      })
    let range = CMTimeRange(start: .zero, duration: rate.time(of: order.shown.count))
    (facts.timescale, facts.duration, facts.timeRange) = (rate.numerator, range.duration, range)
    facts.segments = [CMTimeMapping(source: range, target: range)]
    tickLength = 1
  }
}

extension MediaTrack {
  /// Whether frames may be shown in another order than the container's times say: MXF need not state the order, and
  /// FFmpeg then takes that of the samples.
  var mayReorder: Bool {
    guard let index, ["h264", "hevc", "mpeg2video"].contains(facts.codec) else { return false }
    return !index.reordersFrames && index.samples.contains { !$0.isKey }
  }

  /// Takes frames in their order; the times stay.
  mutating func take(_ order: DecodedOrder) {
    guard let index else { return }
    let known = index.frames
    // Places become the times that the container has for them.
    let times = known.map { index.samples[$0.sample].time }
    let samples = order.samples.map { sample in
      times.indices.contains(Int(sample.time))
        ? sample.shown(at: times[Int(sample.time)], for: sample.duration) : sample
    }
    let frames = zip(known, order.shown).map { frame, sample in
      FrameIndex.Frame(time: frame.time, duration: frame.duration, sample: sample)
    }
    self.index = FrameIndex(samples: samples, frames: frames)
  }
}

extension MediaContainer {
  /// Whether it says when its samples are shown.
  var statesTimes: Bool { self != .hevc && self != .obu }
}
