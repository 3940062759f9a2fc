/// A track of a movie, from its headers (ISO/IEC 14496-12 section 8.3).
package struct MovieTrack: Sendable {
  package let id: UInt32
  package let isEnabled: Bool
  /// Offset of the `trak` box.
  package let offset: Int
  /// In ticks of the movie; nil where it is not known.
  package let duration: UInt64?
  /// Size of the pictures as shown, before ``matrix``.
  package let width: Double
  package let height: Double
  /// a, b, u, c, d, v, x, y, w: a point's place is (ax + cy + x, bx + dy + y). The third of a row has 30
  /// fractional bits, the others 16.
  package let matrix: [Int32]
  /// `vide`, `soun`, `pict`, `auxv`, `meta`, ...
  package let handler: FourCC
  /// Ticks of a second of the samples.
  package let timescale: UInt32
  /// In ticks of the track; nil where it is not known.
  package let mediaDuration: UInt64?
  /// Three letters of ISO 639-2; nil where the header has none.
  package let language: String?
  /// The parts of the samples that are shown, in order; empty shows all from the start.
  package private(set) var edits: [MovieEdit] = []
  /// Tracks that this one refers to, with the kind of reference; `auxl` names the track that it is auxiliary to.
  package private(set) var references: [(type: FourCC, tracks: [UInt32])] = []
  /// Descriptions of samples, indexed by ``MovieSample/entry``.
  package let entries: [SampleEntry]
  package let samples: SampleTable
  /// Sizes of the pictures (`tapt`); nil where the track states none.
  package let apertures: TrackApertures?
  /// Numbers, from 1 on, of the data references that name another file.
  let foreignData: Set<UInt16>

  /// The track in errors.
  package var part: String { "track \(id)" }

  init(_ box: ISOBox, in movie: ISOBoxList) throws(ImageIOError) {
    let list = try movie.inside(box)
    let boxes = try list.boxes()
    offset = box.start
    var reader = list.reader(of: try list.required("tkhd", among: boxes))
    let header = try TrackHeader(&reader)
    (id, isEnabled, duration) = (header.id, header.isEnabled, header.duration)
    (matrix, width, height) = (header.matrix, header.width, header.height)

    let media = try list.inside(try list.required("mdia", among: boxes))
    let mediaBoxes = try media.boxes()
    var times = media.reader(of: try media.required("mdhd", among: mediaBoxes))
    (timescale, mediaDuration) = try MediaTimes.read(&times)
    language = try Self.language(&times)
    var kind = media.reader(of: try media.required("hdlr", among: mediaBoxes))
    try kind.skip(8)
    handler = try kind.type()

    let information = try media.inside(try media.required("minf", among: mediaBoxes))
    let informationBoxes = try information.boxes()
    foreignData = try DataReferences.foreign(informationBoxes, in: information)
    let table = try information.inside(try information.required("stbl", among: informationBoxes))
    let tables = try table.boxes()
    entries = try SampleEntry.read(try table.required("stsd", among: tables), in: table, handler: handler)
    samples = try SampleTable(tables, in: table)
    apertures = boxes.first { $0.type == "tapt" }.flatMap { TrackApertures($0, in: list) }
    for child in boxes where child.type == "edts" { try readEdits(try list.inside(child)) }
    for child in boxes where child.type == "tref" { try readReferences(try list.inside(child)) }
  }

  /// Three times five bits, counted from 0x60; QuickTime's codes there are not letters.
  private static func language(_ reader: inout ByteReader) throws(ImageIOError) -> String? {
    guard reader.remaining >= 2 else { return nil }
    let word = try reader.u16()
    let letters = [10, 5, 0].map { UInt8(word >> UInt16($0) & 31) + 0x60 }
    return letters.allSatisfy { (0x61...0x7A).contains($0) } ? String(decoding: letters, as: UTF8.self) : nil
  }

  private mutating func readEdits(_ list: ISOBoxList) throws(ImageIOError) {
    guard edits.isEmpty, let box = try list.boxes().first(where: { $0.type == "elst" }) else { return }
    var reader = list.reader(of: box)
    let isWide = try reader.fullBoxHeader().version == 1
    let table = try BoxTable(&reader, entrySize: isWide ? 20 : 12)
    for index in 0..<table.count {
      var entry = table.reader(of: index)
      let duration = isWide ? try entry.u64() : UInt64(try entry.u32())
      let time = isWide ? Int64(bitPattern: try entry.u64()) : Int64(try entry.s32())
      edits.append(MovieEdit(duration: duration, mediaTime: time < 0 ? nil : time, rate: try entry.s32()))
    }
  }

  private mutating func readReferences(_ list: ISOBoxList) throws(ImageIOError) {
    for box in try list.boxes() {
      var reader = list.reader(of: box)
      var tracks: [UInt32] = []
      while reader.remaining >= 4 { tracks.append(try reader.u32()) }
      references.append((box.type, tracks))
    }
  }
}

/// A piece of the presentation (`elst`).
package struct MovieEdit: Hashable, Sendable {
  /// In ticks of the movie.
  package let duration: UInt64
  /// Where the piece begins in the samples, in ticks of the track; nil where nothing is shown.
  package let mediaTime: Int64?
  /// In 65,536ths; 0 holds one picture.
  package let rate: Int32
}

/// The contents of `tkhd`.
private struct TrackHeader {
  let id: UInt32
  let isEnabled: Bool
  let duration: UInt64?
  let matrix: [Int32]
  let width: Double
  let height: Double

  /// ```
  /// u8 version, u24 flags | created, changed: u32 or u64 | u32 id | u32 0 | duration: u32 or u64
  /// 8 bytes 0 | u16 layer, group, volume | u16 0 | 9 x s32 matrix | 16.16 width, height
  /// ```
  init(_ reader: inout ByteReader) throws(ImageIOError) {
    let header = try reader.fullBoxHeader()
    isEnabled = header.flags & 1 != 0
    let isWide = header.version == 1
    try reader.skip(isWide ? 16 : 8)
    id = try reader.u32()
    try reader.skip(4)
    duration = try MediaTimes.duration(&reader, isWide: isWide)
    try reader.skip(16)
    var matrix: [Int32] = []
    for _ in 0..<9 { matrix.append(try reader.s32()) }
    self.matrix = matrix
    width = Double(try reader.u32()) / 65_536
    height = Double(try reader.u32()) / 65_536
  }
}
