internal import CHeadroomMedia
internal import Glibc
package import HeadroomColor
package import HeadroomContainers

/// Bytes of a finished file that are written over others.
package typealias ByteChange = (offset: Int, bytes: [UInt8])

/// A film that is being written. It appears under its name when it is whole, or not at all.
@safe package struct MediaWriter: ~Copyable {
  private var file: FilmTarget
  let muxer: Muxer
  /// Boxes for the sample entries of streams.
  private var boxes: [(stream: Int, bytes: [UInt8])] = []
  /// Boxes for the movie as a whole.
  private var movieBoxes: [MovieNotes.Box] = []
  private let container: MediaContainer

  /// - Throws: where the file cannot be written, or a library is missing.
  package init(path: String, _ container: MediaContainer) throws(MediaError) {
    try MediaError.checkLibraries()
    guard let format = container.muxerName else {
      throw MediaError(.unsupported("files of the kind \(container.rawValue) are not written"))
    }
    let file: AtomicFile
    do throws(ImageIOError) {
      file = try AtomicFile(path: path)
    } catch {
      throw MediaError(.container(error))
    }
    guard file.canReplace else {
      throw MediaError(.invalidRequest("a film is not written into a pipe or a device"))
    }
    muxer = try Muxer(file.fileDescriptor, format)
    self.file = FilmTarget(file)
    self.container = container
  }

  /// A film that is seen under its name while it is written.
  init(into file: VisibleFile, _ container: MediaContainer) throws(MediaError) {
    guard let format = container.muxerName else {
      throw MediaError(.unsupported("files of the kind \(container.rawValue) are not written"))
    }
    muxer = try Muxer(file.descriptor, format)
    self.file = FilmTarget(file)
    self.container = container
  }

  /// Adds what an encoder makes; returns the number of the stream.
  package func add(_ encoder: VideoEncoder, _ stream: Stream) throws(MediaError) -> Int {
    unsafe try add(stream) { unsafe hr_muxer_add(muxer.handle, encoder.handle, $0, $1) }
  }

  /// Adds what an encoder of sound makes; returns the number of the stream.
  package func add(_ encoder: SoundEncoder, _ stream: Stream) throws(MediaError) -> Int {
    unsafe try add(stream) { unsafe hr_muxer_add(muxer.handle, encoder.handle, $0, $1) }
  }

  /// Adds a stream of a file, whose samples are copied.
  func add(copyOf stream: Int, of demuxer: Demuxer, _ facts: Stream) throws(MediaError) -> Int {
    unsafe try add(facts) { unsafe hr_muxer_add_copy(muxer.handle, demuxer.handle, Int32(stream), $0, $1) }
  }

  func add(
    _ stream: Stream, _ body: (UnsafePointer<hr_muxer_stream>, UnsafeMutablePointer<hr_media_failure>) -> Int32
  ) throws(MediaError) -> Int {
    var failure = hr_media_failure()
    var stream = stream
    // The name of a box of ISO's.
    if !container.hasEdits { stream.labels.handler = nil }
    let number = unsafe stream.withFacts { unsafe body($0, &failure) }
    guard number >= 0 else { throw MediaError(failure) }
    // FFmpeg knows only QuickTime's old numbers of languages, of which few are left.
    if container == .mov { muxer.languages[Int(number)] = stream.labels.language }
    return Int(number)
  }

  /// States what belongs to the file as a whole; once, before it is started.
  package mutating func state(_ notes: FilmNotes) throws(MediaError) {
    var failure = hr_media_failure()
    for tag in notes.tags {
      guard unsafe hr_muxer_set_tag(muxer.handle, tag.name, tag.text, &failure) else { throw MediaError(failure) }
    }
    let isStated = unsafe notes.withChapters { chapters, count in
      unsafe count == 0 || hr_muxer_set_chapters(muxer.handle, chapters, count, &failure)
    }
    guard isStated else { throw MediaError(failure) }
    movieBoxes = notes.boxes
  }

  /// Begins the file, once all streams are added.
  ///
  /// - Parameter options: of the format, names and values in turn.
  package func start(_ options: [String]) throws(MediaError) {
    var failure = hr_media_failure()
    let isStarted = unsafe StringList(options).withPointers { unsafe hr_muxer_start(muxer.handle, $0, &failure) }
    guard isStarted else { throw refusal(failure) }
  }

  /// Writes a sample whose times are in ticks of a time base.
  func write(
    _ packet: hr_media_packet, to stream: Int, timeBase: (numerator: Int32, denominator: Int32)
  ) throws(MediaError) {
    var failure = hr_media_failure()
    var packet = unsafe packet
    let isWritten = unsafe hr_muxer_write(
      muxer.handle, Int32(stream), &packet, timeBase.numerator, timeBase.denominator, &failure)
    guard isWritten else { throw refusal(failure) }
  }

  /// Writes the sample that a demuxer has read last, with times in ticks of a second.
  func writeRead(
    of demuxer: Demuxer, to stream: Int, time: Int64, duration: Int64, timescale: CMTimeScale
  ) throws(MediaError) {
    var failure = hr_media_failure()
    let isWritten = unsafe hr_muxer_write_read(
      muxer.handle, Int32(stream), demuxer.handle, time, duration, 1, timescale, &failure)
    guard isWritten else { throw refusal(failure) }
  }

  /// Writes all samples that an encoder has ready, whose times are in ticks of its settings' timescale.
  package func drain(_ encoder: VideoEncoder, to stream: Int) throws(MediaError) {
    while let packet = try unsafe encoder.receive() {
      try unsafe write(packet, to: stream, timeBase: (1, encoder.settings.timescale))
    }
  }

  /// What FFmpeg refused; the system's own reasons belong to the file that is written.
  private func refusal(_ failure: hr_media_failure) -> MediaError {
    let error = MediaError(failure)
    // FFmpeg's own numbers are made of letters, and far from those of the system.
    guard case .library(let words, let code) = error.reason, (-200..<0).contains(code), code != -Int32(EINVAL)
    else { return error }
    return MediaError(.container(.unwritable(path: file.path, reason: words)))
  }

  /// States the room that a stream's light is meant to be seen in. FFmpeg knows no box for it: it is put in at the end.
  package mutating func state(_ ambient: AmbientViewingEnvironment, of stream: Int) {
    put(BoxBytes.box("amve", ambient.seiBytes), into: stream)
  }

  /// Puts a box that FFmpeg does not write into a stream's sample entry, at the end. Not for films in fragments.
  mutating func put(_ box: [UInt8], into stream: Int) { boxes.append((stream, box)) }

  /// Ends the file and gives it its name.
  ///
  /// - Parameter changes: what is written over bytes of the finished file.
  package consuming func finish(
    replacing: Bool, _ changes: ((FileBytes) throws(ImageIOError) -> [ByteChange])? = nil
  ) throws(MediaError) {
    var failure = hr_media_failure()
    guard unsafe hr_muxer_finish(muxer.handle, &failure) else { throw refusal(failure) }
    do throws(ImageIOError) {
      if !boxes.isEmpty || !movieBoxes.isEmpty || !muxer.languages.isEmpty { try putBoxes() }
      for change in try changes?(try written()) ?? [] { try file.replace(at: change.offset, with: change.bytes) }
      try file.commit(replacing: replacing)
    } catch {
      throw MediaError(.container(error))
    }
  }

  /// Puts the boxes that were stated into the finished file, whose `moov` lies at its end.
  private mutating func putBoxes() throws(ImageIOError) {
    let whole = try written()
    let movie = try MovieFile(whole)
    guard !boxes.isEmpty || !movieBoxes.isEmpty else { return try putLanguages(movie) }
    var patcher = MoviePatcher(movie)
    for (stream, box) in self.boxes { try patcher.put(box, track: movie.movie.tracks[stream].id) }
    guard let change = try patcher.rewrite().inPlace, movie.box.payload.upperBound == whole.count else {
      throw .internalError("the film's boxes do not lie at its end")
    }
    var boxes = MovieBytes(change.write.bytes, movie.list.limits)
    for (stream, language) in muxer.languages { try boxes.state(language: language, ofTrack: stream) }
    try boxes.put(movieBoxes)
    try file.replace(at: change.write.offset, with: boxes.bytes)
  }

  /// Languages alone change no sizes: the `moov` may lie anywhere.
  private func putLanguages(_ movie: MovieFile) throws(ImageIOError) {
    let range = movie.box.start..<movie.box.payload.upperBound
    var boxes = MovieBytes(movie.bytes.copy(range), movie.list.limits)
    for (stream, language) in muxer.languages { try boxes.state(language: language, ofTrack: stream) }
    try file.replace(at: range.lowerBound, with: boxes.bytes)
  }

  /// The finished file, which may have no name yet.
  private func written() throws(ImageIOError) -> FileBytes {
    try FileBytes(path: "/proc/self/fd/\(file.fileDescriptor)", mapsFrom: 0) { _ in }
  }
}

/// FFmpeg's writer of a container.
@safe final class Muxer {
  let handle: OpaquePointer
  /// Of streams, where the film states them itself.
  var languages: [Int: String] = [:]

  init(_ descriptor: Int32, _ format: String) throws(MediaError) {
    var failure = hr_media_failure()
    guard let handle = unsafe hr_muxer_open(descriptor, format, &failure) else { throw MediaError(failure) }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe hr_muxer_close(handle) }
}

extension MediaContainer {
  /// FFmpeg's name of what writes such files; nil where none are written.
  var muxerName: String? {
    switch self {
    case .mp4: "mp4"
    case .mov: "mov"
    case .matroska: "matroska"
    case .webm: "webm"
    case .mxf: "mxf"
    case .hevc, .obu, .ivf: nil
    }
  }
}
