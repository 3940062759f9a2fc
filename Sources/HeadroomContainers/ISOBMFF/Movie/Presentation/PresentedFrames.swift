/// The frames of a track in the order in which its edit list presents them, without the time before and between.
///
/// A frame is shown from its time on until the next one's. One that began before an edit and lasts into it belongs to
/// the edit, and is shown from the edit's start. Times are ticks of the track from the media start of the edit, so that
/// they are whole numbers; ``start(of:)`` gives those of the movie.
package struct PresentedFrames: Sendable {
  /// A piece of the presentation: an edit.
  package struct Segment: Hashable, Sendable {
    /// When it begins, in ticks of the movie.
    package let start: UInt64
    /// In ticks of the movie; nil lasts to the end of the samples.
    package let duration: UInt64?
    /// Where it begins in the samples, in ticks of the track; nil shows nothing.
    package let mediaStart: Int64?
    /// Speed in 65,536ths; 0 holds one frame.
    package let rate: Int32
    /// Numbers of the frames that it shows.
    package let frames: Range<Int>
    /// Place of its first frame among the samples as they are shown.
    let first: Int
  }

  /// A sample that is shown.
  package struct Frame: Hashable, Sendable {
    /// Its number in the order of decoding.
    package let sample: Int
    /// Index of its segment.
    package let segment: Int
    /// In ticks of the track from the segment's media start; 0 where it began before.
    package let offset: Int64
    /// In ticks of the track; nil lasts to the segment's end.
    package let duration: Int64?
  }

  package let index: SampleIndex
  package let segments: [Segment]
  package let movieTimescale: UInt32
  package let trackTimescale: UInt32
  private let samples: ShownSamples

  /// - Throws: where edits run backwards, show more frames than ``SampleIndex/largestCount``, or end beyond 63 bits.
  package init(_ index: SampleIndex, of track: MovieTrack, movieTimescale: UInt32) throws(ImageIOError) {
    self.index = index
    (self.movieTimescale, trackTimescale) = (movieTimescale, track.timescale)
    samples = ShownSamples(index)
    var builder = SegmentBuilder(samples, part: track.part, timescales: (movieTimescale, track.timescale))
    if track.edits.isEmpty { try builder.add(MovieEdit(duration: 0, mediaTime: 0, rate: 1 << 16), isLast: true) }
    for (number, edit) in track.edits.enumerated() {
      try builder.add(edit, isLast: number == track.edits.count - 1)
    }
    segments = builder.segments
  }
}

extension PresentedFrames: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { segments.last?.frames.upperBound ?? 0 }

  package subscript(number: Int) -> Frame {
    let place = segments.partitioningIndex { $0.frames.upperBound > number }
    let segment = segments[place]
    let mediaStart = segment.mediaStart ?? 0
    let shown = segment.first + number - segment.frames.lowerBound
    let sample = samples[shown]
    let offset = Swift.max(samples.time(shown) - mediaStart, 0)
    let end = samples.end(shown) - mediaStart
    let isCut = segment.rate == 0 || (number + 1 == segment.frames.upperBound && ends(segment, before: end))
    return Frame(sample: sample, segment: place, offset: offset, duration: isCut ? nil : Swift.max(end - offset, 0))
  }

  /// Whether a segment ends before a time that is counted from its media start.
  private func ends(_ segment: Segment, before end: Int64) -> Bool {
    guard let duration = segment.duration else { return false }
    let limit = SegmentBuilder.ticks(duration, rate: segment.rate, (movieTimescale, trackTimescale))
    return !limit.reaches(end)
  }
}

// MARK: - Times

extension PresentedFrames {
  /// When a frame is shown, in the movie.
  package func start(of number: Int) -> MovieTime {
    let frame = self[number]
    return time(frame.offset, in: segments[frame.segment])
  }

  /// When it ends: at the next one's start, but for the last of a segment, which ends with its sample or the segment.
  package func end(of number: Int) -> MovieTime {
    let frame = self[number]
    let segment = segments[frame.segment]
    // Only segments with a duration cut frames.
    guard let duration = frame.duration else { return end(of: segment) }
    return time(frame.offset + duration, in: segment)
  }

  /// When a segment ends.
  package func end(of segment: Segment) -> MovieTime {
    if let duration = segment.duration {
      return MovieTime(Int128(segment.start) + Int128(duration), Int128(movieTimescale))
    }
    return time(Swift.max(index.end - (segment.mediaStart ?? 0), 0), in: segment)
  }

  /// When the last segment ends; 0 where there is none.
  package var end: MovieTime { segments.last.map(end(of:)) ?? MovieTime(0, 1) }

  /// A time of the movie by ticks of the track behind a segment's start.
  ///
  /// The start has 63 bits, timescales 32 and the rate 31, so that all products stay below 127.
  private func time(_ offset: Int64, in segment: Segment) -> MovieTime {
    let rate = segment.rate == 0 ? 1 << 16 : Int128(segment.rate)
    let scale = Int128(trackTimescale) * rate
    let common = Int128(1 << 16)
    if rate == common {
      return MovieTime(
        Int128(segment.start) * Int128(trackTimescale) + Int128(offset) * Int128(movieTimescale),
        Int128(movieTimescale) * Int128(trackTimescale))
    }
    return MovieTime(
      Int128(segment.start) * scale + Int128(offset) * common * Int128(movieTimescale), Int128(movieTimescale) * scale)
  }

  /// The frame that is shown at a time of the movie: the last one whose start is not later. After the end that is the
  /// last frame; nil before the first, and where an edit shows nothing.
  ///
  /// - Parameters:
  ///   - value: in ticks of `timescale`.
  ///   - timescale: ticks of a second, above 0.
  package func frame(at value: Int64, timescale: UInt32) -> Int? {
    guard value >= 0, timescale > 0 else { return nil }
    let moment = Int128(value) * Int128(movieTimescale)
    let place = segments.partitioningIndex { Int128($0.start) * Int128(timescale) > moment }
    guard place > 0 else { return nil }
    let segment = segments[place - 1]
    guard let mediaStart = segment.mediaStart, !segment.frames.isEmpty else { return nil }
    guard segment.rate > 0 else { return segment.frames.lowerBound }
    let since = UInt128(moment - Int128(segment.start) * Int128(timescale))
    let offset = Self.quotient(
      since, UInt128(trackTimescale) * UInt128(segment.rate),
      UInt128(movieTimescale) * UInt128(timescale) << 16)
    let behind = segment.frames.partitioningIndex { number in
      Swift.max(samples.time(segment.first + number - segment.frames.lowerBound) - mediaStart, 0) > offset
    }
    return behind > segment.frames.lowerBound ? behind - 1 : nil
  }

  /// `first` times `second` over `divisor`, rounded down, at most the largest `Int64`.
  private static func quotient(_ first: UInt128, _ second: UInt128, _ divisor: UInt128) -> Int64 {
    let product = first.multipliedFullWidth(by: second)
    guard product.high < divisor else { return .max }
    return Int64(clamping: divisor.dividingFullWidth(product).quotient)
  }
}
