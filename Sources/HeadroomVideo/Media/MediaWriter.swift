internal import CHeadroomMedia
internal import Glibc
package import HeadroomColor
package import HeadroomContainers

/// Bytes of a finished file that are written over others.
package typealias ByteChange = (offset: Int, bytes: [UInt8])

/// A film that is being written. It appears under its name when it is whole, or not at all.
@safe package struct MediaWriter: ~Copyable {
  /// What a file says of a stream beside its codec.
  package struct Stream: Sendable {
    package var codecTag: String?
    package var timescale: CMTimeScale
    package var frameRate: (numerator: Int32, denominator: Int32)?
    /// Whether the file counts frames, and not ticks of the timescale: MXF does, whose frames come at a constant rate.
    package var countsFrames = false
    package var language: String?
    package var hdr = HDRMetadata()
    /// From pixels to the screen, origin at the top left: a, b, c, d, tx, ty.
    package var transform: [Double] = [1, 0, 0, 1, 0, 0]

    package init(timescale: CMTimeScale) { self.timescale = timescale }
  }

  private var file: FilmTarget
  let muxer: Muxer
  /// Boxes for the sample entries of streams.
  private var boxes: [(stream: Int, bytes: [UInt8])] = []

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
  }

  /// A film that is seen under its name while it is written.
  init(into file: VisibleFile, _ container: MediaContainer) throws(MediaError) {
    guard let format = container.muxerName else {
      throw MediaError(.unsupported("files of the kind \(container.rawValue) are not written"))
    }
    muxer = try Muxer(file.descriptor, format)
    self.file = FilmTarget(file)
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
    var facts = unsafe hr_muxer_stream(stream)
    let number: Int32
    if let language = stream.language {
      number = unsafe language.withCString { letters in
        unsafe facts.language = unsafe letters
        return unsafe body(&facts, &failure)
      }
    } else {
      number = unsafe body(&facts, &failure)
    }
    guard number >= 0 else { throw MediaError(failure) }
    return Int(number)
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
    boxes.append((stream, BoxBytes.box("amve", ambient.seiBytes)))
  }

  /// Ends the file and gives it its name.
  ///
  /// - Parameter changes: what is written over bytes of the finished file.
  package consuming func finish(
    replacing: Bool, _ changes: ((FileBytes) throws(ImageIOError) -> [ByteChange])? = nil
  ) throws(MediaError) {
    var failure = hr_media_failure()
    guard unsafe hr_muxer_finish(muxer.handle, &failure) else { throw refusal(failure) }
    do throws(ImageIOError) {
      if !boxes.isEmpty { try putBoxes() }
      for change in try changes?(try written()) ?? [] { try file.replace(at: change.offset, with: change.bytes) }
      try file.commit(replacing: replacing)
    } catch {
      throw MediaError(.container(error))
    }
  }

  /// Puts the boxes that were stated into the finished file, whose `moov` lies at its end.
  private mutating func putBoxes() throws(ImageIOError) {
    let movie = try MovieFile(try written())
    var patcher = MoviePatcher(movie)
    for (stream, box) in boxes { try patcher.put(box, track: movie.movie.tracks[stream].id) }
    guard let change = try patcher.rewrite().inPlace else {
      throw .internalError("the film's boxes do not lie at its end")
    }
    try file.replace(at: change.write.offset, with: change.write.bytes)
  }

  /// The finished file, which may have no name yet.
  private func written() throws(ImageIOError) -> FileBytes {
    try FileBytes(path: "/proc/self/fd/\(file.fileDescriptor)", mapsFrom: 0) { _ in }
  }
}

/// FFmpeg's writer of a container.
@safe final class Muxer {
  let handle: OpaquePointer

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

extension hr_muxer_stream {
  fileprivate init(_ stream: MediaWriter.Stream) {
    unsafe self.init()
    if let letters = stream.codecTag?.utf8, letters.count == 4 {
      unsafe codec_tag = letters.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    unsafe (time_base_num, time_base_den) = (1, stream.timescale)
    if let rate = stream.frameRate {
      unsafe (rate_num, rate_den) = rate
      if stream.countsFrames { unsafe (time_base_num, time_base_den) = (rate.denominator, rate.numerator) }
    }
    unsafe is_default = true
    unsafe light = hr_media_light(stream.hdr)
    unsafe (aspect_num, aspect_den) = (1, 1)
    let t = stream.transform
    guard t != [1, 0, 0, 1, 0, 0] else { return }
    unsafe has_matrix = true
    let fixed = t.map { Int32(clamping: Int(($0 * 65_536).rounded())) }
    unsafe matrix = (fixed[0], fixed[1], 0, fixed[2], fixed[3], 0, fixed[4], fixed[5], 1 << 30)
  }
}
