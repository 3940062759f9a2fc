internal import CHeadroomMedia
internal import HeadroomContainers

/// FFmpeg's reading of a container: its streams, and coded samples one after the other.
///
/// No format is guessed, and no other file is opened. One thread at a time.
@safe final class Demuxer {
  /// The file's bytes, which FFmpeg reads in place.
  let bytes: FileBytes
  let container: MediaContainer
  let streams: [hr_media_stream]
  let handle: OpaquePointer
  /// What is wrong with the file's end, once it was read; nil where nothing is.
  private(set) var ending: String?
  /// What was wrong with the container in front of a sample that was read nevertheless; nil where nothing was.
  private(set) var gap: String?

  /// - Throws: where a library is missing, or FFmpeg does not read the file.
  init(_ bytes: FileBytes, _ container: MediaContainer) throws(MediaError) {
    var failure = hr_media_failure()
    let opened = unsafe bytes.withUnsafeBytes { source in
      unsafe hr_demuxer_open(source.baseAddress, source.count, container.demuxerName, &failure)
    }
    guard let opened = unsafe opened else {
      try MediaError.checkLibraries()
      throw MediaError(failure)
    }
    self.bytes = bytes
    self.container = container
    unsafe handle = unsafe opened
    unsafe streams = unsafe (0..<hr_demuxer_stream_count(opened)).map { unsafe hr_demuxer_stream(opened, $0) }
  }

  deinit { unsafe hr_demuxer_close(handle) }

  /// The next sample of any stream, whose bytes are valid until the one after is read; nil after the last.
  func read() throws(MediaError) -> hr_media_packet? {
    var packet = unsafe hr_media_packet()
    var failure = hr_media_failure()
    switch unsafe hr_demuxer_read(handle, &packet, &failure) {
    case HR_MEDIA_READY:
      gap = gap ?? Self.words(failure)
      return unsafe packet
    case HR_MEDIA_END:
      ending = Self.words(failure) ?? ending
      return nil
    default: throw MediaError(failure)
    }
  }

  private static func words(_ failure: hr_media_failure) -> String? {
    guard failure.message.0 != 0, case .library(let words, _) = MediaError(failure).reason else { return nil }
    return words
  }

  /// Reads the samples of one stream alone from now on.
  func select(_ stream: Int) { unsafe hr_demuxer_select(handle, Int32(stream)) }

  /// Goes to the last place at or before a time, in ticks of a stream, from which it can be decoded.
  func seek(stream: Int, to time: Int64) throws(MediaError) {
    var failure = hr_media_failure()
    guard unsafe hr_demuxer_seek(handle, Int32(stream), time, &failure) else { throw MediaError(failure) }
  }

  func rewind() throws(MediaError) {
    var failure = hr_media_failure()
    guard unsafe hr_demuxer_rewind(handle, &failure) else { throw MediaError(failure) }
  }

  var chapters: [ChapterFacts] {
    unsafe (0..<hr_demuxer_chapter_count(handle)).compactMap { index in
      let chapter = unsafe hr_demuxer_chapter(handle, index)
      guard let start = unsafe CMTime(chapter.start, chapter.time_base_num, chapter.time_base_den),
        let end = unsafe CMTime(chapter.end, chapter.time_base_num, chapter.time_base_den), start <= end
      else { return nil }
      return unsafe ChapterFacts(
        timeRange: CMTimeRange(start: start, end: end), title: String(cString: chapter.title))
    }
  }
}

extension CMTime {
  /// Ticks in a time base of FFmpeg's; nil where they are not known or no time can hold them.
  init?(_ ticks: Int64, _ numerator: Int32, _ denominator: Int32) {
    guard ticks != .min, numerator > 0, denominator > 0 else { return nil }
    let (value, overflow) = ticks.multipliedReportingOverflow(by: Int64(numerator))
    guard !overflow else { return nil }
    self.init(value: value, timescale: denominator)
  }
}

extension MediaContainer {
  fileprivate var demuxerName: String {
    switch self {
    case .mp4, .mov: "mov"
    case .matroska, .webm: "matroska"
    case .mxf: "mxf"
    case .hevc: "hevc"
    case .obu: "obu"
    case .ivf: "ivf"
    }
  }
}
