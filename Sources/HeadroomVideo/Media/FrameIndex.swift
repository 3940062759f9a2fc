/// The samples of a video track in the order of decoding, and the frames that are presented of them in theirs.
package struct FrameIndex: Sendable {
  /// A coded sample.
  package struct Sample: Hashable, Sendable {
    /// When its frame is shown, before edits, in ticks of the track.
    package var time: Int64
    package var isKey: Bool
    /// Where it lies in the file; nil where only FFmpeg knows.
    package var range: Range<Int>?
    /// Whether the file ends inside.
    package var isCut: Bool
    /// Number of its description, from 0 on.
    package var entry: UInt16
    /// When it is decoded, in ticks of the track; nil where the container does not say.
    package var decodeTime: Int64?
    /// How long it lasts in the order of decoding, in ticks of the track; 0 where the container does not say.
    package var duration: Int64 = 0

    package init(time: Int64, isKey: Bool, range: Range<Int>? = nil, isCut: Bool = false, entry: UInt16 = 0) {
      (self.time, self.isKey, self.range, self.isCut, self.entry) = (time, isKey, range, isCut, entry)
    }

    /// The same at another time, which the container does not state.
    func shown(at time: Int64, for duration: Int64) -> Sample {
      var sample = self
      (sample.time, sample.decodeTime, sample.duration) = (time, nil, duration)
      return sample
    }
  }

  /// A frame that is presented.
  package struct Frame: Hashable, Sendable {
    /// From when on it is shown.
    package var time: CMTime
    package var duration: CMTime
    /// Index of its sample.
    package var sample: Int

    package init(time: CMTime, duration: CMTime, sample: Int) {
      (self.time, self.duration, self.sample) = (time, duration, sample)
    }
  }

  package let samples: [Sample]
  /// By rising times.
  package let frames: [Frame]
  /// Bytes of each sample that only FFmpeg finds: with its time they tell which one was read. Empty where places are known.
  let byteCounts: [Int32]

  package init(samples: [Sample], frames: [Frame]) { self.init(samples: samples, frames: frames, byteCounts: []) }

  init(samples: [Sample], frames: [Frame], byteCounts: [Int32]) {
    (self.samples, self.frames) = (samples, frames)
    self.byteCounts = samples.first?.range == nil ? byteCounts : []
  }

  /// Whether a sample is shown before one that is decoded earlier.
  var reordersFrames: Bool { zip(samples, samples.dropFirst()).contains { $1.time < $0.time } }

  /// The most samples that precede one and are shown after it. Codecs allow 16.
  var reorderedCount: Int {
    samples.indices.map { place in
      samples[max(place - 16, 0)..<place].count { $0.time > samples[place].time }
    }.max() ?? 0
  }

  /// The number of the frame that is shown at a time: the last that began; nil before the first.
  package func frame(at time: CMTime) -> Int? {
    let next = frames.partitionPoint { $0.time > time }
    return next == 0 ? nil : next - 1
  }

  /// The sample that decoding has to start from to show another one: the last that stands alone and is shown no later.
  /// Frames that are decoded after such a sample and shown before it may need the group before.
  package func start(of sample: Int) -> Int {
    var index = min(sample, samples.count - 1)
    while index > 0, !samples[index].isKey || samples[index].time > samples[sample].time { index -= 1 }
    return index
  }

  /// The sample that stands alone before another one; the first where there is none.
  package func start(before sample: Int) -> Int {
    var index = sample - 1
    while index > 0, !samples[index].isKey { index -= 1 }
    return max(index, 0)
  }
}
