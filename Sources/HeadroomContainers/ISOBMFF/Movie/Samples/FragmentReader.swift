/// Reads the samples of one track from fragments (ISO/IEC 14496-12 section 8.8), one `moof` box after the other.
struct FragmentReader {
  private let track: UInt32
  private let defaults: [UInt32: FragmentDefaults]
  /// Samples that may still come, of all tracks. Each has at least a byte in the file, of its own or of a table: a run
  /// without either may declare any number.
  private var left: Int
  private let limit: Int

  init(track: UInt32, defaults: [UInt32: FragmentDefaults], fileCount: Int) {
    (self.track, self.defaults, left, limit) = (track, defaults, fileCount, fileCount)
  }

  /// Adds the samples of a `moof` box.
  ///
  /// - Throws: where it is broken, or declares more samples than its file has bytes.
  mutating func read(_ box: ISOBox, in file: ISOBoxList, into index: inout SampleIndex) throws(ImageIOError) {
    let list = try file.inside(box)
    // Where a track says nothing else, its data follow those of the track before.
    var end = UInt64(box.start)
    for child in try list.boxes() where child.type == "traf" {
      let inner = try list.inside(child)
      let boxes = try inner.boxes()
      var reader = inner.reader(of: try inner.required("tfhd", among: boxes))
      let head = try FragmentHead(&reader, defaults: defaults)
      let base = head.base ?? (head.isFromFragment ? UInt64(box.start) : end)
      if head.track == track, let time = boxes.first(where: { $0.type == "tfdt" }) {
        try index.move(to: try Self.time(inner.reader(of: time)))
      }
      end = base
      for run in boxes where run.type == "trun" {
        try read(inner.reader(of: run), head, base: base, end: &end, into: &index)
      }
    }
  }

  /// `tfdt`: u8 version, u24 flags | u32 or, in version 1, u64 time
  private static func time(_ reader: ByteReader) throws(ImageIOError) -> UInt64 {
    var reader = reader
    return try reader.fullBoxHeader().version == 1 ? try reader.u64() : UInt64(try reader.u32())
  }

  /// - Parameter end: behind the data of the run before, then of this one.
  private mutating func read(
    _ reader: ByteReader, _ head: FragmentHead, base: UInt64, end: inout UInt64, into index: inout SampleIndex
  ) throws(ImageIOError) {
    var reader = reader
    var run = try FragmentRun(&reader, defaults: head.defaults)
    guard run.count <= left else {
      throw .overLimit(
        part: reader.part, quantity: "sample count", declared: UInt64(limit - left) + UInt64(run.count),
        limit: UInt64(limit), offset: reader.start)
    }
    left -= run.count
    if head.track == track { try index.reserve(run.count) }
    if let offset = run.dataOffset { end = try Self.sum(base, Int64(offset), reader) }
    for _ in 0..<run.count {
      var sample = try run.next()
      sample.offset = end
      end = try Self.sum(end, Int64(sample.byteCount), reader)
      if head.track == track { try index.append(sample) }
    }
  }

  private static func sum(_ place: UInt64, _ step: Int64, _ reader: ByteReader) throws(ImageIOError) -> UInt64 {
    // Half of the range, so that the sum of both fits.
    guard place <= UInt64(Int64.max) >> 1, let sum = UInt64(exactly: Int64(place) + step) else {
      throw .malformed(part: reader.part, text: "the data of a sample lie outside of any file", offset: reader.start)
    }
    return sum
  }
}
