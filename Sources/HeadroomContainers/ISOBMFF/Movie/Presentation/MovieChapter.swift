/// A stretch of a film with a title.
package struct MovieChapter: Hashable, Sendable {
  package let start: MovieTime
  /// Nil lasts to the end of the film.
  package let end: MovieTime?
  package let title: String

  /// Most chapters of a film.
  static let largestCount = 4096
}

extension MovieFile {
  /// The chapters of a film: of a text track that another track names for this (`tref/chap`), else of Nero's list
  /// (`udta/chpl`). Most films have none.
  ///
  /// - Throws: where the track or the list is broken, or holds more than chapters need.
  package func chapters() throws(ImageIOError) -> [MovieChapter] {
    for track in chapterTracks {
      let chapters = try chapters(of: track)
      if !chapters.isEmpty { return chapters }
    }
    guard let box = movie.chapterList else { return [] }
    return try ChapterList.read(list.reader(of: box))
  }

  /// Tracks of titles; a track of chapters' pictures is named in the same way.
  private var chapterTracks: [MovieTrack] {
    let named = Set(movie.tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.tracks))
    return movie.tracks.filter { named.contains($0.id) && ($0.handler == "text" || $0.handler == "sbtl") }
  }

  private func chapters(of track: MovieTrack) throws(ImageIOError) -> [MovieChapter] {
    let frames = try frames(of: track)
    try MovieChapter.check(frames.count, part: track.part, offset: track.offset)
    // Samples may share their bytes: what is taken is counted, not what the file has.
    var left = list.limits.maxMetadataBytes
    var chapters: [MovieChapter] = []
    for (number, frame) in frames.enumerated() {
      let sample = frames.index.samples[frame.sample]
      let reader = ByteReader(bytes, range: sample.range(in: bytes), part: track.part)
      guard reader.count <= left else {
        throw .overLimit(
          part: track.part, quantity: "bytes of titles", declared: UInt64(reader.count),
          limit: UInt64(max(left, 0)), offset: reader.start)
      }
      left -= reader.count
      chapters.append(
        MovieChapter(start: frames.start(of: number), end: frames.end(of: number), title: try Self.title(reader)))
    }
    return chapters
  }

  /// A sample of text: u16 length, UTF-8, or UTF-16 with a byte order mark; boxes of style may follow.
  private static func title(_ reader: ByteReader) throws(ImageIOError) -> String {
    var reader = reader
    let bytes = try reader.take(Int(try reader.u16()))
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    guard isBig || bytes.starts(with: [0xFF, 0xFE]) else { return String(decoding: bytes, as: UTF8.self) }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
      let pair = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBig ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
    }
    return String(decoding: units, as: UTF16.self)
  }
}

extension MovieChapter {
  /// - Throws: where there are more than a film has.
  fileprivate static func check(_ count: Int, part: String, offset: Int) throws(ImageIOError) {
    guard count <= largestCount else {
      throw .overLimit(
        part: part, quantity: "chapter count", declared: UInt64(count), limit: UInt64(largestCount), offset: offset)
    }
  }
}

/// The list of chapters of Nero's programs.
///
/// ```
/// u8 version, u24 flags | u32 0 in version 1 | u8 count | each: u64 start in 100 ns, u8 length, UTF-8
/// ```
private enum ChapterList {
  static func read(_ reader: ByteReader) throws(ImageIOError) -> [MovieChapter] {
    var reader = reader
    if try reader.fullBoxHeader().version != 0 { try reader.skip(4) }
    var found: [(start: UInt64, title: String)] = []
    for _ in 0..<(try reader.u8()) {
      let start = try reader.u64()
      let count = Int(try reader.u8())
      found.append((start, String(decoding: try reader.take(count), as: UTF8.self)))
    }
    let starts = found.map { MovieTime(Int128($0.start), 10_000_000) }
    return found.indices.map { place in
      MovieChapter(
        start: starts[place], end: place + 1 < starts.count ? starts[place + 1] : nil, title: found[place].title)
    }
  }
}
