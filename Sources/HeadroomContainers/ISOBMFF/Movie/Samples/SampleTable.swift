/// The places and times of a track's samples (`stbl`): the tables as they lie in the file.
///
/// ```
/// stts  runs of: u32 samples, u32 ticks that each lasts
/// ctts  runs of: u32 samples, u32 or s32 ticks from decoding to showing
/// stsc  runs of: u32 first chunk, u32 samples of a chunk, u32 sample entry
/// stsz  u32 size of all or 0, u32 count, u32 each          stz2  u24 0, u8 bits of a size, u32 count, sizes
/// stco  u32 offset of each chunk                           co64  u64 each
/// stss  u32 number of each sample that needs no other; without the box none does
/// ```
package struct SampleTable: Sendable {
  /// Number of samples.
  package var count: Int { sizes.count }

  let sizes: SampleSizes
  let chunks: BoxTable
  let chunkRuns: BoxTable
  let durations: BoxTable
  let delays: BoxTable?
  let keys: BoxTable?
  let file: FileBytes

  /// Takes the tables out of the boxes of an `stbl` box.
  ///
  /// - Throws: when one is missing or declares more entries than it has.
  init(_ boxes: [ISOBox], in list: ISOBoxList) throws(ImageIOError) {
    func table(_ box: ISOBox, entrySize: Int) throws(ImageIOError) -> BoxTable {
      var reader = list.reader(of: box)
      _ = try reader.fullBoxHeader()
      return try BoxTable(&reader, entrySize: box.type == "co64" ? 8 : entrySize)
    }
    func optional(_ type: FourCC, entrySize: Int) throws(ImageIOError) -> BoxTable? {
      guard let box = boxes.first(where: { $0.type == type }) else { return nil }
      return try table(box, entrySize: entrySize)
    }
    sizes = try SampleSizes(try list.required("stsz", "stz2", among: boxes), in: list)
    chunks = try table(try list.required("stco", "co64", among: boxes), entrySize: 4)
    chunkRuns = try table(try list.required("stsc", among: boxes), entrySize: 12)
    durations = try table(try list.required("stts", among: boxes), entrySize: 8)
    delays = try optional("ctts", entrySize: 8)
    keys = try optional("stss", entrySize: 4)
    file = list.bytes
  }

  /// The samples in the order of decoding, one by one.
  package func walk() -> SampleWalker { SampleWalker(self) }

  /// The first sample that needs no other; nil in an empty track.
  package func firstKey() throws(ImageIOError) -> MovieSample? {
    var walker = walk()
    while let sample = try walker.next() {
      if sample.isKey { return sample }
    }
    return nil
  }
}

/// The sizes of samples.
struct SampleSizes: Sendable {
  let count: Int
  /// The size of all; nil where each has its own.
  private let common: Int?
  private let table: BoxTable?
  /// Bits of a size: 32, or in `stz2` 4, 8 or 16.
  private let bits: Int

  init(_ box: ISOBox, in list: ISOBoxList) throws(ImageIOError) {
    var reader = list.reader(of: box)
    _ = try reader.fullBoxHeader()
    let first = try reader.u32()
    let count = Int(try reader.u32())
    self.count = count
    guard box.type == "stz2" else {
      bits = 32
      common = first == 0 ? nil : Int(first)
      table = first == 0 ? try BoxTable(reader, count: count, entrySize: 4) : nil
      // Without a table only the file's length limits their number.
      let (bytes, overflow) = count.multipliedReportingOverflow(by: common ?? 0)
      guard !overflow, bytes <= list.bytes.count else {
        throw .overLimit(
          part: box.path, quantity: "sample count", declared: UInt64(count),
          limit: UInt64(list.bytes.count / max(common ?? 1, 1)), offset: box.start)
      }
      return
    }
    bits = Int(first & 255)
    common = nil
    guard [4, 8, 16].contains(bits) else {
      throw .malformed(part: box.path, text: "sizes of \(bits) bits", offset: box.start)
    }
    table = try BoxTable(reader, count: (count * bits + 7) / 8, entrySize: 1)
  }

  /// The size of a sample that exists.
  func size(of index: Int) throws(ImageIOError) -> Int {
    guard let table else { return common ?? 0 }
    if bits == 32 { return Int(table.word(index)) }
    var reader = table.reader(of: index * bits / 8)
    let first = Int(try reader.u8())
    if bits == 4 { return index % 2 == 0 ? first >> 4 : first & 15 }
    guard bits == 16 else { return first }
    var second = table.reader(of: index * 2 + 1)
    return first << 8 | Int(try second.u8())
  }
}
