/// The contents of a file's `moov` box (ISO/IEC 14496-12 section 8.2): tracks, and the places of their samples.
/// No sample is read for it.
package struct Movie: Sendable {
  /// Ticks of a second, of edits and of durations of tracks.
  package let timescale: UInt32
  /// In ticks; nil where it is not known, as in a live movie.
  package let duration: UInt64?
  /// In the order of the file.
  package let tracks: [MovieTrack]
  /// Whether samples may lie in fragments after this box.
  package let isFragmented: Bool
  /// What fragments leave out, by track (`trex`).
  package let fragmentDefaults: [UInt32: FragmentDefaults]
  /// The chapters of the list that Nero's programs write (`udta/chpl`); most files have none.
  package let chapterList: ISOBox?
  /// Offset of the `moov` box.
  package let offset: Int

  /// Most tracks of a movie.
  static let largestTrackCount = 1024

  /// Reads a `moov` box.
  ///
  /// - Throws: ``ImageIOError`` naming the box and its offset when the structure is broken.
  package init(_ box: ISOBox, in file: ISOBoxList) throws(ImageIOError) {
    guard !box.isCut else {
      throw .truncated(
        part: box.path, needed: UInt64(box.byteCount) + 1, available: UInt64(box.byteCount), offset: box.start)
    }
    let list = try file.inside(box)
    let boxes = try list.boxes()
    offset = box.start
    isFragmented = boxes.contains { $0.type == "mvex" }
    fragmentDefaults = try FragmentDefaults.read(boxes, in: list)
    chapterList = Self.chapterList(boxes, in: list)
    var times = list.reader(of: try list.required("mvhd", among: boxes))
    (timescale, duration) = try MediaTimes.read(&times)
    var tracks: [MovieTrack] = []
    for child in boxes where child.type == "trak" {
      guard tracks.count < Self.largestTrackCount else {
        throw .overLimit(
          part: box.path, quantity: "track count", declared: UInt64(tracks.count + 1),
          limit: UInt64(Self.largestTrackCount), offset: child.start)
      }
      tracks.append(try MovieTrack(child, in: list))
    }
    self.tracks = tracks
  }

  /// User data are read as far as they make sense: QuickTime ends them with four bytes of zero.
  private static func chapterList(_ boxes: [ISOBox], in list: ISOBoxList) -> ISOBox? {
    for box in boxes where box.type == "udta" {
      guard let inner = try? list.inside(box) else { continue }
      if let found = inner.boxesBeforeDamage().boxes.first(where: { $0.type == "chpl" }) { return found }
    }
    return nil
  }
}

/// Timescale and duration, as in movie and media headers after the dates.
enum MediaTimes {
  /// ```
  /// u8 version, u24 flags | created, changed: u32 or, in version 1, u64 | u32 timescale | duration: u32 or u64
  /// ```
  static func read(_ reader: inout ByteReader) throws(ImageIOError) -> (timescale: UInt32, duration: UInt64?) {
    let start = reader.position
    let isWide = try reader.fullBoxHeader().version == 1
    try reader.skip(isWide ? 16 : 8)
    let timescale = try reader.u32()
    guard timescale > 0 else { throw .malformed(part: reader.part, text: "a timescale of 0", offset: start) }
    return (timescale, try duration(&reader, isWide: isWide))
  }

  /// A duration; all bits set mean that it is not known.
  static func duration(_ reader: inout ByteReader, isWide: Bool) throws(ImageIOError) -> UInt64? {
    let value = isWide ? try reader.u64() : UInt64(try reader.u32())
    return value == (isWide ? .max : UInt64(UInt32.max)) ? nil : value
  }
}
