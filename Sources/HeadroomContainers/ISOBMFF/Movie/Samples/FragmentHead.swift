/// The head of a track's part of a fragment (`tfhd`).
struct FragmentHead {
  let track: UInt32
  /// Where offsets are counted from; nil where the box does not say it.
  private(set) var base: UInt64?
  private(set) var isFromFragment = false
  private(set) var defaults: FragmentDefaults
  /// Offset of the base in the file, where it is stated.
  private(set) var basePlace: Int?

  /// ```
  /// u8 version, u24 flags | u32 track | by flags: 1 u64 base, 2 u32 sample entry, 8 u32 duration, 0x10 u32 size,
  /// 0x20 u32 flags | 0x20000: offsets are counted from the moof
  /// ```
  init(_ reader: inout ByteReader, defaults: [UInt32: FragmentDefaults]) throws(ImageIOError) {
    let flags = try reader.fullBoxHeader().flags
    track = try reader.u32()
    self.defaults = defaults[track] ?? FragmentDefaults()
    if flags & 1 != 0 {
      basePlace = reader.position
      base = try reader.u64()
    }
    isFromFragment = flags & 0x20000 != 0
    if flags & 2 != 0 { self.defaults.entry = try reader.u32() }
    if flags & 8 != 0 { self.defaults.duration = try reader.u32() }
    if flags & 0x10 != 0 { self.defaults.byteCount = try reader.u32() }
    if flags & 0x20 != 0 { self.defaults.flags = try reader.u32() }
  }
}
