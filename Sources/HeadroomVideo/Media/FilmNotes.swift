internal import CHeadroomMedia
internal import HeadroomContainers

/// What a film says of itself as a whole: when and where it was taken, with which camera, titles, chapters.
package struct FilmNotes: Sendable {
  /// A name as FFmpeg has it, and a text.
  package struct Tag: Hashable, Sendable {
    package var name: String
    package var text: String
  }

  /// What the container's writer states.
  package var tags: [Tag] = []
  /// In the time of the film that is written.
  package var chapters: [ChapterFacts] = []
  /// Boxes that are taken as they are.
  var boxes: [MovieNotes.Box] = []

  package init() {}

  /// The chapters as C takes them, in microseconds.
  func withChapters<Result>(_ body: (UnsafePointer<hr_media_chapter>?, Int32) -> Result) -> Result {
    unsafe StringList(chapters.map(\.title)).withPointers { titles in
      let facts = unsafe chapters.enumerated().map { number, chapter in
        unsafe hr_media_chapter(
          start: chapter.timeRange.start.microseconds, end: chapter.timeRange.end.microseconds, time_base_num: 1,
          time_base_den: 1_000_000, title: titles?[number])
      }
      return unsafe facts.withUnsafeBufferPointer { unsafe body($0.baseAddress, Int32(clamping: $0.count)) }
    }
  }
}

extension CMTime {
  fileprivate var microseconds: Int64 { convertScale(1_000_000, method: .roundHalfAwayFromZero).value }
}

extension Demuxer {
  /// Most tags of a file that are read.
  private static let largestTagCount: Int32 = 1024

  /// What the file says of itself as a whole.
  var tags: [FilmNotes.Tag] {
    var tags: [FilmNotes.Tag] = []
    for index in 0..<Self.largestTagCount {
      let tag = unsafe hr_demuxer_tag(handle, index)
      guard let name = unsafe tag.name, let text = unsafe tag.text else { break }
      tags.append(FilmNotes.Tag(name: unsafe String(cString: name), text: unsafe String(cString: text)))
    }
    return tags
  }
}
