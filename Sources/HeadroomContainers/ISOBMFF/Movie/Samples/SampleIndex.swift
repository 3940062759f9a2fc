/// All samples of a track in the order of decoding, from the tables of its `stbl` box and from fragments.
///
/// It is made for coded pictures and sound. The tables of QuickTime say of PCM sound that each sample has one byte,
/// whatever it has, so that places inside its chunks are not told here.
package struct SampleIndex: Sendable {
  /// The track's number.
  package let track: UInt32
  /// In the order of decoding.
  package private(set) var samples: [IndexedSample] = []
  /// Numbers of the samples that need no other.
  package private(set) var keys: [UInt32] = []
  /// When the last sample ends that is shown, in ticks of the track; 0 without samples.
  package private(set) var end: Int64 = 0
  /// When the next sample would be decoded.
  private(set) var decodeEnd: Int64 = 0
  /// What ended the reading of fragments early, as where a file was cut; nil where they were all read.
  package internal(set) var damage: ImageIOError?

  private let part: String
  private let entryCount: Int

  /// Most samples of a track: 77 hours at 60 frames a second, half a gigabyte. PCM sound of six minutes has more, as
  /// each of its moments is a sample; ``SampleTable/walk()`` reads it without an index.
  package static let largestCount = 1 << 24
  /// Times have so many bits, so that sums and differences of two always fit.
  private static let timeBits: Int64 = 1 << 61

  /// Walks the tables of a track.
  ///
  /// - Throws: where they contradict themselves, where a sample has no entry or lies in another file, or where there
  ///   are more samples than can be held.
  package init(_ track: MovieTrack) throws(ImageIOError) {
    (self.track, part, entryCount) = (track.id, track.part, track.entries.count)
    if let entry = track.entries.first(where: { track.foreignData.contains($0.dataReference) }) {
      throw .unsupported(part: entry.box.path, text: "the samples of track \(track.id) are in another file")
    }
    try reserve(track.samples.count)
    var walker = track.samples.walk()
    while let sample = try walker.next() {
      try append(
        Run(
          offset: sample.offset, byteCount: UInt32(clamping: sample.byteCount), duration: sample.duration,
          delay: Int32(clamping: sample.delay), entry: sample.entry, isKey: sample.isKey))
    }
  }

  /// The facts of a sample but its time.
  struct Run {
    var offset: UInt64
    var byteCount: UInt32
    var duration: UInt32
    var delay: Int32
    var entry: Int
    var isKey: Bool
  }

  /// Makes room for more samples.
  mutating func reserve(_ count: Int) throws(ImageIOError) {
    guard count <= Self.largestCount - samples.count else {
      throw .overLimit(
        part: part, quantity: "sample count", declared: UInt64(samples.count) + UInt64(count),
        limit: UInt64(Self.largestCount), offset: nil)
    }
    samples.reserveCapacity(samples.count + count)
  }

  /// Goes to the time of a fragment.
  mutating func move(to time: UInt64) throws(ImageIOError) {
    guard let time = Int64(exactly: time), time < Self.timeBits else { throw beyondTime() }
    decodeEnd = time
  }

  /// Adds the next sample.
  mutating func append(_ run: Run) throws(ImageIOError) {
    guard run.entry >= 0, run.entry < entryCount else {
      throw .malformed(
        part: part, text: "sample \(samples.count + 1) is of entry \(run.entry + 1) of \(entryCount)", offset: nil)
    }
    guard decodeEnd < Self.timeBits - Int64(UInt32.max) else { throw beyondTime() }
    let sample = IndexedSample(
      offset: run.offset, byteCount: run.byteCount, duration: run.duration, decodeTime: decodeEnd, delay: run.delay,
      entry: UInt16(clamping: run.entry), isKey: run.isKey)
    if sample.isKey { keys.append(UInt32(samples.count)) }
    end = samples.isEmpty ? sample.end : max(end, sample.end)
    decodeEnd += Int64(sample.duration)
    samples.append(sample)
  }

  private func beyondTime() -> ImageIOError {
    .malformed(part: part, text: "the time of sample \(samples.count + 1) has more than 61 bits", offset: nil)
  }
}

extension SampleIndex {
  /// The first sample whose bytes are not all in a file; nil where all are.
  package func firstCut(in file: FileBytes) -> Int? { samples.firstIndex { $0.isCut(in: file) } }

  /// The sample from which decoding has to start for one that exists to come out; the first where no key precedes it.
  ///
  /// A sample that is shown before the key that precedes it may need samples before that key (open groups: leading
  /// pictures), so that decoding starts one key earlier.
  package func start(for sample: Int) -> Int {
    var place = keys.partitioningIndex { $0 > UInt32(clamping: sample) }
    guard place > 0 else { return 0 }
    if samples[sample].time < samples[Int(keys[place - 1])].time { place -= 1 }
    return place > 0 ? Int(keys[place - 1]) : 0
  }
}

extension RandomAccessCollection {
  /// The first index from which on all elements fulfil a condition that those before do not.
  func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let middle = index(start, offsetBy: count / 2)
      if belongs(self[middle]) {
        count /= 2
      } else {
        start = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return start
  }
}
