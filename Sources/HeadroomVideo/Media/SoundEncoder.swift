internal import CHeadroomMedia

/// A codec that sound is written in.
package enum SoundCodec: String, CaseIterable, Hashable, Sendable {
  case aac, opus
  /// Samples of 16 bits.
  case pcm16
  /// Samples of 24 bits.
  case pcm24

  /// For messages.
  package var title: String {
    switch self {
    case .aac: "AAC"
    case .opus: "Opus"
    case .pcm16, .pcm24: "PCM"
    }
  }

  var encoder: String {
    switch self {
    case .aac: "aac"
    case .opus: "libopus"
    case .pcm16: "pcm_s16le"
    case .pcm24: "pcm_s24le"
    }
  }

  var sampleFormat: String {
    switch self {
    case .aac: "fltp"
    case .opus: "flt"
    case .pcm16: "s16"
    case .pcm24: "s32"
    }
  }

  /// Rates that it takes; nil is any.
  package var rates: [Int]? {
    switch self {
    case .aac: [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
    case .opus: [48_000]
    case .pcm16, .pcm24: nil
    }
  }

  /// Bits of a second, for sound that nobody tells from the source: 64 kbit/s a channel for Opus, 96 for AAC, whose
  /// encoder in FFmpeg is weaker.
  func bitRate(_ format: SoundFormat) -> Int {
    switch self {
    case .aac: min(96_000 * format.channels, 6 * format.rate * format.channels)
    case .opus: 64_000 * format.channels
    case .pcm16, .pcm24: 0
    }
  }
}

/// A codec's encoder of sound. Times are samples from the first one on; what the codec puts before it has negative ones.
/// One thread at a time.
@safe package final class SoundEncoder {
  package let codec: SoundCodec
  package let format: SoundFormat
  let handle: OpaquePointer
  private let frameSize: Int
  private var waiting: [[Float]]
  private var sent: Int64

  /// - Parameters:
  ///   - bitRate: bits of a second; nil is the usual number.
  ///   - start: the time of the first sample, in samples.
  /// - Throws: ``MediaError``: a missing library or encoder, or what the encoder refuses.
  package init(
    _ codec: SoundCodec, _ format: SoundFormat, bitRate: Int? = nil, start: Int64 = 0
  ) throws(MediaError) {
    try MediaError.checkLibraries()
    guard unsafe hr_encoder_exists(codec.encoder) else {
      throw MediaError(.missingLibrary("this FFmpeg has no encoder \(codec.encoder)"))
    }
    var failure = hr_media_failure()
    let handle = unsafe codec.encoder.withCString { name in
      unsafe codec.sampleFormat.withCString { sampleFormat in
        var wanted = unsafe hr_encoder_settings()
        unsafe (wanted.codec, wanted.sample_format) = unsafe (name, sampleFormat)
        unsafe (wanted.time_base_num, wanted.time_base_den) = (1, Int32(clamping: format.rate))
        unsafe (wanted.sample_rate, wanted.channels) = (Int32(clamping: format.rate), Int32(clamping: format.channels))
        unsafe wanted.bit_rate = Int64(bitRate ?? codec.bitRate(format))
        unsafe (wanted.threads, wanted.has_global_header) = (1, true)
        return unsafe hr_encoder_open(&wanted, &failure)
      }
    }
    guard let handle = unsafe handle else { throw MediaError(failure) }
    unsafe self.handle = unsafe handle
    (self.codec, self.format, sent) = (codec, format, start)
    frameSize = unsafe Int(hr_encoder_frame_size(handle))
    waiting = Array(repeating: [], count: format.channels)
  }

  deinit { unsafe hr_encoder_close(handle) }

  /// Gives it the next sound, and writes what comes out as a stream of a file.
  package func send(_ block: SoundBlock, to writer: borrowing MediaWriter, _ stream: Int) throws(MediaError) {
    for channel in waiting.indices { waiting[channel] += block.planes[channel] }
    var start = 0
    let size = frameSize > 0 ? frameSize : 4096
    while waiting[0].count - start >= size {
      try encode(waiting.map { Array($0[start..<start + size]) }, to: writer, stream)
      start += size
    }
    for channel in waiting.indices { waiting[channel].removeFirst(start) }
  }

  /// Says that no sound follows, and writes the rest.
  package func finish(to writer: borrowing MediaWriter, _ stream: Int) throws(MediaError) {
    if !waiting[0].isEmpty { try encode(waiting, to: writer, stream) }
    waiting = waiting.map { _ in [] }
    var failure = hr_media_failure()
    guard unsafe hr_encoder_send_sound(handle, nil, 0, 0, &failure) == HR_MEDIA_READY else {
      throw MediaError(failure)
    }
    try take(to: writer, stream)
  }

  private func encode(_ planes: [[Float]], to writer: borrowing MediaWriter, _ stream: Int) throws(MediaError) {
    let count = planes[0].count
    var failure = hr_media_failure()
    let result = unsafe planes.withPlanes {
      unsafe hr_encoder_send_sound(handle, $0, Int32(clamping: count), sent, &failure)
    }
    guard result == HR_MEDIA_READY else { throw MediaError(failure) }
    sent += Int64(count)
    try take(to: writer, stream)
  }

  private func take(to writer: borrowing MediaWriter, _ stream: Int) throws(MediaError) {
    while true {
      var packet = unsafe hr_media_packet()
      var failure = hr_media_failure()
      switch unsafe hr_encoder_receive(handle, &packet, &failure) {
      case HR_MEDIA_READY: unsafe try writer.write(packet, to: stream, timeBase: (1, Int32(clamping: format.rate)))
      case HR_MEDIA_STARVED, HR_MEDIA_END: return
      default: throw MediaError(failure)
      }
    }
  }
}
