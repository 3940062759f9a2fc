internal import CHeadroomMedia
internal import HeadroomContainers

/// A codec's decoder for one stream. Samples go in as the file has them in its order; frames come out each with the number
/// of its sample. One thread at a time.
@safe final class VideoDecoder {
  /// Frames that come at once, in the order of decoding where the codec allows it; or frames in the order of their
  /// presentation, and in the shortest time over many.
  enum Threading { case lowDelay, throughput }

  enum Output {
    case frame(DecodedFrame)
    /// Nothing comes before the next sample goes in.
    case starved
    /// All that went in has come out.
    case end
  }

  /// Pixels of a frame, at most: 16K by 16K.
  private static let largestPixelCount: Int64 = 1 << 28

  /// Pixels of a frame that comes soon enough from one thread.
  private static let smallPixelCount = 1920 * 1088

  /// Whether each frame comes as soon as it is decoded, in the order of decoding, whatever the stream says of waiting.
  let isPrompt: Bool
  private let handle: OpaquePointer
  private let demuxer: Demuxer

  /// - Parameters:
  ///   - stream: the stream's index.
  ///   - codec: FFmpeg's name where the file's own is not known to it; nil for the file's.
  ///   - reordered: most frames that precede one in the stream and are shown after it.
  /// - Throws: where there is no decoder, or it refuses what the file says of the codec.
  init(
    _ demuxer: Demuxer, stream: Int, codec: String? = nil, reordered: Int = 0, threads: Int, _ threading: Threading
  ) throws(MediaError) {
    var settings = unsafe hr_decoder_settings()
    unsafe settings.threads = Int32(clamping: threads)
    unsafe settings.is_low_delay = threading == .lowDelay
    unsafe settings.largest_pixel_count = Self.largestPixelCount
    unsafe settings.reordered_count = Int32(clamping: reordered)
    unsafe settings.memory = FrameMemory.callbacks
    var failure = hr_media_failure()
    let codecID = codec.map { unsafe hr_media_codec_id($0) } ?? 0
    let own = threading == .lowDelay ? Self.promptConfiguration(demuxer, stream, codec) : nil
    let handle = unsafe (own ?? []).withUnsafeBufferPointer { bytes in
      if own != nil {
        unsafe (settings.configuration, settings.configuration_count) = (bytes.baseAddress, bytes.count)
        // Threads that share a frame of HEVC wait for each other at every block, which costs a tenth.
        if unsafe Self.isSmall(demuxer.streams[stream]) { unsafe settings.threads = 1 }
      }
      return unsafe hr_decoder_open(demuxer.handle, Int32(stream), codecID, &settings, &failure)
    }
    guard let handle = unsafe handle else { throw MediaError(failure) }
    unsafe self.handle = unsafe handle
    (self.demuxer, isPrompt) = (demuxer, own != nil)
  }

  private static func isSmall(_ stream: hr_media_stream) -> Bool {
    unsafe Int64(stream.width) * Int64(stream.height) <= smallPixelCount
  }

  /// Parameters by which frames come without waiting for others; nil where only the file's own will do.
  private static func promptConfiguration(_ demuxer: Demuxer, _ stream: Int, _ codec: String?) -> [UInt8]? {
    let facts = unsafe demuxer.streams[stream]
    guard unsafe (codec ?? String(cString: facts.codec)) == "hevc", let bytes = unsafe facts.configuration else {
      return nil
    }
    let record = unsafe UnsafeBufferPointer(start: bytes, count: facts.configuration_count)
    return unsafe HEVCConfiguration.withoutReordering(Array(record))
  }

  deinit { unsafe hr_decoder_close(handle) }

  /// Gives a sample to the decoder; false where frames have to be taken first.
  ///
  /// - Parameter sample: its number, which comes back with the frame.
  func send(_ bytes: UnsafeRawBufferPointer, isKey: Bool, sample: Int) throws(MediaError) -> Bool {
    var failure = hr_media_failure()
    let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let result = unsafe hr_decoder_send(handle, start, bytes.count, isKey, Int64(sample), &failure)
    return try isTaken(result, failure)
  }

  /// Gives it the sample that its demuxer has read last.
  func sendRead(sample: Int) throws(MediaError) -> Bool {
    var failure = hr_media_failure()
    let result = unsafe hr_decoder_send_read(handle, demuxer.handle, Int64(sample), &failure)
    return try isTaken(result, failure)
  }

  /// Says that no sample follows.
  func finish() throws(MediaError) -> Bool {
    var failure = hr_media_failure()
    let result = unsafe hr_decoder_send(handle, nil, 0, false, 0, &failure)
    return try isTaken(result, failure)
  }

  private func isTaken(_ result: hr_media_result, _ failure: hr_media_failure) throws(MediaError) -> Bool {
    switch result {
    case HR_MEDIA_READY: return true
    case HR_MEDIA_STARVED: return false
    default: throw MediaError(failure)
    }
  }

  /// Whether frames that no other frame needs are left out from now on.
  func skipUnreferenced(_ skips: Bool) { unsafe hr_decoder_skip(handle, skips) }

  /// Forgets what went in; decoding begins anew at a sample that stands alone.
  func flush() { unsafe hr_decoder_flush(handle) }

  /// A sample whose data are wrong, and why, also where a frame came of it; nil where there is no other. What is known of
  /// a sample is here before its frame comes out.
  func takeDamage() -> (sample: Int, reason: MediaError.Reason)? {
    var token: Int64 = 0
    var failure = hr_media_failure()
    guard unsafe hr_decoder_take_damage(handle, &token, &failure) else { return nil }
    let error = MediaError(failure)
    guard case .library(let words, code: 0) = error.reason else { return (Int(token), error.asDamage.reason) }
    return (Int(token), .malformed("damaged data: \(words)"))
  }

  func receive() throws(MediaError) -> Output {
    var frame = unsafe hr_media_frame()
    var failure = hr_media_failure()
    switch unsafe hr_decoder_receive(handle, &frame, &failure) {
    case HR_MEDIA_READY: return unsafe .frame(try DecodedFrame(frame))
    case HR_MEDIA_STARVED: return .starved
    case HR_MEDIA_END: return .end
    default: throw MediaError(failure)
    }
  }
}
