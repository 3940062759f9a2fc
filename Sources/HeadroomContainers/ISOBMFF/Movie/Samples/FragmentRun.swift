/// A run of samples (`trun`).
struct FragmentRun {
  let count: Int
  /// From the base to the data; nil behind the run before.
  let dataOffset: Int32?
  private let firstFlags: UInt32?
  private let flags: UInt32
  private let defaults: FragmentDefaults
  private var reader: ByteReader
  private var read = 0

  /// ```
  /// u8 version, u24 flags | u32 count | by flags: 1 s32 data offset, 4 u32 flags of the first sample
  /// for each sample, by flags: 0x100 u32 duration, 0x200 u32 size, 0x400 u32 flags, 0x800 s32 delay
  /// ```
  /// - Throws: where it declares more than it has.
  init(_ reader: inout ByteReader, defaults: FragmentDefaults) throws(ImageIOError) {
    let flags = try reader.fullBoxHeader().flags
    self.flags = flags
    count = Int(try reader.u32())
    dataOffset = flags & 1 != 0 ? try reader.s32() : nil
    firstFlags = flags & 4 != 0 ? try reader.u32() : nil
    let fields = [0x100, 0x200, 0x400, 0x800].count { flags & UInt32($0) != 0 }
    try reader.need(count * fields * 4)
    self.defaults = defaults
    self.reader = reader
  }

  /// The next of `count` samples, without a place.
  mutating func next() throws(ImageIOError) -> SampleIndex.Run {
    let duration = flags & 0x100 != 0 ? try reader.u32() : defaults.duration
    let byteCount = flags & 0x200 != 0 ? try reader.u32() : defaults.byteCount
    var sampleFlags = flags & 0x400 != 0 ? try reader.u32() : defaults.flags
    if read == 0, let firstFlags { sampleFlags = firstFlags }
    // Signed in version 1, and in version 0 of some writers.
    let delay = flags & 0x800 != 0 ? try reader.s32() : 0
    read += 1
    return SampleIndex.Run(
      offset: 0, byteCount: byteCount, duration: duration, delay: delay, entry: Int(defaults.entry) - 1,
      isKey: sampleFlags & 0x1_0000 == 0)
  }
}
