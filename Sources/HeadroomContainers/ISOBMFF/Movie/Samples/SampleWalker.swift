/// A sample of a track.
package struct MovieSample: Hashable, Sendable {
  /// Number from 0 on, in the order of decoding.
  package let index: Int
  /// Where its bytes begin in the file, also where that ends before.
  package let offset: UInt64
  /// The range of its bytes in the file, as far as they exist.
  package let range: Range<Int>
  /// Number of its bytes, also where the file ends inside.
  package let byteCount: Int
  /// When it is decoded, in ticks of the track.
  package let decodeTime: Int64
  /// How long it lasts.
  package let duration: UInt32
  /// From decoding to showing.
  package let delay: Int64
  /// Whether it needs no other sample.
  package let isKey: Bool
  /// Index of its entry in ``MovieTrack/entries``; the entry may not exist.
  package let entry: Int

  /// Whether the file ends inside.
  package var isCut: Bool { range.count < byteCount }
  /// When it is shown, before edits.
  package var time: Int64 { decodeTime + delay }
}

extension BoxTable {
  /// The time after a sample's.
  fileprivate func after(_ time: Int64, _ duration: UInt32, sample: Int) throws(ImageIOError) -> Int64 {
    let (end, overflow) = time.addingReportingOverflow(Int64(duration))
    guard !overflow else {
      throw .malformed(part: part, text: "sample \(sample + 1) ends beyond any time", offset: offset)
    }
    return end
  }
}

/// Steps from sample to sample in decoding order. A step reads a few numbers of the tables, and takes no memory.
package struct SampleWalker {
  private let table: SampleTable
  private var index = 0
  private var time: Int64 = 0
  /// Number of the chunk, from 1 on.
  private var chunk = 0
  private var leftInChunk: UInt32 = 0
  /// Where the next sample of the chunk begins.
  private var position: UInt64 = 0
  private var chunkRun = ChunkRun()
  private var durations: Runs
  private var delays: Runs?
  private var keyIndex = 0

  init(_ table: SampleTable) {
    self.table = table
    durations = Runs(table.durations)
    delays = table.delays.map { Runs($0) }
  }

  /// The next sample; nil after the last.
  ///
  /// - Throws: when the tables do not cover it, or state sizes that no file can hold.
  package mutating func next() throws(ImageIOError) -> MovieSample? {
    guard index < table.count else { return nil }
    try enterChunk()
    let size = UInt64(try table.sizes.size(of: index))
    let (end, overflow) = position.addingReportingOverflow(size)
    guard !overflow else {
      throw .malformed(
        part: table.chunks.part, text: "sample \(index + 1) ends beyond any file", offset: table.chunks.offset)
    }
    let length = UInt64(table.file.count)
    let duration = try durations.next(for: index)
    // Signed in version 1, and in some files of version 0 with faulty writers.
    let delay = Int64(Int32(bitPattern: try delays?.next(for: index) ?? 0))
    let sample = MovieSample(
      index: index, offset: position, range: Int(min(position, length))..<Int(min(end, length)), byteCount: Int(size),
      decodeTime: time, duration: duration, delay: delay, isKey: isKey(), entry: Int(chunkRun.entry) - 1)
    position = end
    leftInChunk -= 1
    time = try table.durations.after(time, duration, sample: index)
    index += 1
    return sample
  }

  // MARK: - Chunks

  /// Goes to the chunk of the next sample, where that is the first of one.
  private mutating func enterChunk() throws(ImageIOError) {
    while leftInChunk == 0 {
      guard chunk < table.chunks.count else {
        throw .malformed(
          part: table.chunks.part, text: "sample \(index + 1) lies behind the last of \(table.chunks.count) chunks",
          offset: table.chunks.offset)
      }
      position = table.chunks.entrySize == 8 ? table.chunks.long(chunk) : UInt64(table.chunks.word(chunk))
      chunk += 1
      try chunkRun.enter(chunk, table.chunkRuns)
      leftInChunk = chunkRun.samples
    }
  }

  /// The run of `stsc` that a chunk is in.
  private struct ChunkRun {
    /// Runs that have been read.
    private var count = 0
    private(set) var samples: UInt32 = 0
    private(set) var entry: UInt32 = 0
    /// Chunk at which the next run begins; nil where there is none.
    private var nextStart: UInt32? = 1

    mutating func enter(_ chunk: Int, _ table: BoxTable) throws(ImageIOError) {
      if count == 0 { nextStart = start(of: 0, table) }
      while let start = nextStart, Int(start) <= chunk {
        guard start > 0 else { throw malformed("a run begins at chunk 0", table) }
        (samples, entry) = (table.word(count, at: 4), table.word(count, at: 8))
        count += 1
        nextStart = self.start(of: count, table)
        if let next = nextStart, next <= start { throw malformed("runs of chunks that go back", table) }
      }
      guard count > 0 else { throw malformed("chunk \(chunk) is in no run", table) }
    }

    private func start(of run: Int, _ table: BoxTable) -> UInt32? { run < table.count ? table.word(run) : nil }

    private func malformed(_ text: String, _ table: BoxTable) -> ImageIOError {
      .malformed(part: table.part, text: text, offset: table.offset(of: min(count, max(table.count - 1, 0))))
    }
  }

  // MARK: - Times and keys

  /// Runs of samples with one number each, as in `stts` and `ctts`.
  private struct Runs {
    private let table: BoxTable
    private var run = 0
    private var left: UInt32 = 0
    private var value: UInt32 = 0

    init(_ table: BoxTable) { self.table = table }

    mutating func next(for sample: Int) throws(ImageIOError) -> UInt32 {
      while left == 0 {
        guard run < table.count else {
          throw .malformed(part: table.part, text: "nothing is said of sample \(sample + 1)", offset: table.offset)
        }
        (left, value) = (table.word(run), table.word(run, at: 4))
        run += 1
      }
      left -= 1
      return value
    }
  }

  private mutating func isKey() -> Bool {
    guard let keys = table.keys else { return true }
    let number = UInt32(clamping: index + 1)
    while keyIndex < keys.count {
      let key = keys.word(keyIndex)
      if key > number { return false }
      keyIndex += 1
      if key == number { return true }
    }
    return false
  }
}
