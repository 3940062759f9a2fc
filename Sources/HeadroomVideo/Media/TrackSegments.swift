internal import HeadroomContainers

/// The edits of a track as mappings of times, without gaps between their targets.
struct TrackSegments {
  private(set) var mappings: [CMTimeMapping] = []

  /// As frames are presented.
  init(_ presented: PresentedFrames) {
    let scales = (CMTimeScale(clamping: presented.movieTimescale), CMTimeScale(clamping: presented.trackTimescale))
    for segment in presented.segments {
      let start = CMTime(value: CMTimeValue(clamping: segment.start), timescale: scales.0)
      let length = CMTime(presented.end(of: segment), scales.0) - start
      let media = segment.mediaStart.map { CMTime(value: $0, timescale: scales.1) }
      add(CMTimeRange(start: start, duration: length), media, rate: segment.rate)
    }
  }

  /// By a track's edit list alone.
  init(_ track: MovieTrack, movie: UInt32) {
    let scales = (CMTimeScale(clamping: movie), CMTimeScale(clamping: track.timescale))
    let whole = CMTime(value: CMTimeValue(clamping: track.mediaDuration ?? 0), timescale: scales.1)
    var start = CMTime.zero
    for (index, edit) in track.edits.enumerated() {
      var length = CMTime(value: CMTimeValue(clamping: edit.duration), timescale: scales.0)
      let media = edit.mediaTime.map { CMTime(value: $0, timescale: scales.1) }
      // The last piece of a file whose length was not known when it was begun.
      if edit.duration == 0, index == track.edits.count - 1, let media { length = whole - media }
      guard length > .zero else { continue }
      add(CMTimeRange(start: start, duration: length), media, rate: edit.rate)
      start = start + length
    }
    if track.edits.isEmpty, whole > .zero { add(CMTimeRange(start: .zero, duration: whole), .zero, rate: 65_536) }
  }

  /// - Parameter media: where it begins in the samples; nil where nothing is shown.
  private mutating func add(_ target: CMTimeRange, _ media: CMTime?, rate: Int32) {
    guard let media else {
      mappings.append(CMTimeMapping(source: .invalid, target: target))
      return
    }
    let length = CMTimeMultiplyByRatio(target.duration, multiplier: rate, divisor: 65_536)
    mappings.append(CMTimeMapping(source: CMTimeRange(start: media, duration: length), target: target))
  }

  /// From the first moment at which something is shown to the end.
  static func shown(_ mappings: [CMTimeMapping]) -> CMTimeRange {
    guard let first = mappings.first(where: { $0.source.start.isValid }), let last = mappings.last else { return .zero }
    return CMTimeRange(start: first.target.start, end: last.target.end)
  }
}

extension CMTime {
  /// A moment of a film, exact in a scale where that is possible, else in the nearest that is, else rounded.
  init(_ time: MovieTime, _ scale: CMTimeScale) {
    if let ticks = time.ticks(of: UInt32(scale)) {
      self.init(value: ticks, timescale: scale)
    } else if let value = Int64(exactly: time.numerator), let own = CMTimeScale(exactly: time.denominator) {
      self.init(value: value, timescale: own)
    } else {
      let seconds = Double(time.numerator) / Double(time.denominator)
      self.init(seconds: seconds, preferredTimescale: kCMTimeMaxTimescale)
    }
  }
}
