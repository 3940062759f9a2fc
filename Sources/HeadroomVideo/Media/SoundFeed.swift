internal import CHeadroomMedia

/// The decoded sound of a track from some packet on, one stretch after the other.
@safe struct SoundFeed {
  struct Stretch {
    var block: SoundBlock
    var format: SoundFormat
    /// Of the packet that gave it, in ticks; nil where it is not known.
    var time: Int64?
  }

  let stream: hr_media_stream
  /// Whether each packet decodes alone.
  let isStateless: Bool
  private let file: MediaFile
  private let index: Int
  private var demuxer: Demuxer
  private var decoder: SoundDecoder
  private var isFinished = false
  private var format: SoundFormat?

  init(_ file: MediaFile, _ track: MediaTrack) throws(MediaError) {
    (self.file, index) = (file, track.stream)
    demuxer = try Demuxer(file.bytes, file.container)
    guard unsafe demuxer.streams.indices.contains(index), unsafe demuxer.streams[index].kind == HR_MEDIA_AUDIO else {
      throw MediaError(.invalidRequest("it has no sound"))
    }
    unsafe stream = unsafe demuxer.streams[index]
    isStateless = SoundCodecs.isStateless(unsafe String(cString: demuxer.streams[index].codec))
    demuxer.select(index)
    decoder = try SoundDecoder(demuxer, stream: index)
  }

  /// Starts at the beginning. The file is opened again, since some formats do not find the times of its first packets
  /// after a seek.
  mutating func rewind() throws(MediaError) {
    demuxer = try Demuxer(file.bytes, file.container)
    demuxer.select(index)
    try startDecoding()
  }

  /// Starts at the last packet that begins no later than a time in ticks.
  mutating func seek(to time: Int64) throws(MediaError) {
    try demuxer.seek(stream: index, to: time)
    try startDecoding()
  }

  private mutating func startDecoding() throws(MediaError) {
    decoder = try SoundDecoder(demuxer, stream: index)
    isFinished = false
  }

  /// - Throws: where a packet does not decode, or the form of the sound changes.
  mutating func next() throws(MediaError) -> Stretch? {
    while true {
      switch try decoder.receive() {
      case .sound(let block, let format, let time):
        guard self.format ?? format == format else {
          throw MediaError(.unsupported("sound that changes its rate or channels"))
        }
        self.format = format
        guard block.count > 0 else { continue }
        return Stretch(block: block, format: format, time: time)
      case .starved: try feed()
      case .end: return nil
      }
    }
  }

  private mutating func feed() throws(MediaError) {
    while let packet = unsafe try demuxer.read() {
      // No bytes would be the end.
      guard unsafe packet.stream == Int32(index), unsafe packet.count > 0 else { continue }
      guard unsafe !packet.is_cut else { throw MediaError(.malformed("the file ends inside a sample")) }
      return unsafe try decoder.sendRead(token: packet.pts)
    }
    if let words = demuxer.ending { throw MediaError(.malformed("the file ends early: \(words)")) }
    guard !isFinished else { throw MediaError(.malformed("the decoder does not end")) }
    isFinished = true
    try decoder.finish()
  }
}

/// What is known of codecs of sound by FFmpeg's names.
enum SoundCodecs {
  /// Whether each packet decodes alone.
  static func isStateless(_ codec: String) -> Bool { isPCM(codec) || codec == "flac" || codec == "alac" }
  static func isPCM(_ codec: String) -> Bool { codec.hasPrefix("pcm_") }
}
