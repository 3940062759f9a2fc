internal import CHeadroomMedia

/// A decoder for one stream of sound. Coded samples go in as the file has them; nothing that comes out is cut off. One
/// thread at a time.
@safe final class SoundDecoder {
  enum Output {
    /// - Parameter token: of the packet; nil where it gave sound before.
    case sound(SoundBlock, SoundFormat, token: Int64?)
    case starved
    case end
  }

  private let handle: OpaquePointer
  private let demuxer: Demuxer

  init(_ demuxer: Demuxer, stream: Int) throws(MediaError) {
    var settings = unsafe hr_decoder_settings()
    unsafe settings.threads = 1
    unsafe settings.largest_pixel_count = 1
    unsafe settings.memory = FrameMemory.callbacks
    var failure = hr_media_failure()
    guard let handle = unsafe hr_decoder_open(demuxer.handle, Int32(stream), 0, &settings, &failure) else {
      throw MediaError(failure)
    }
    unsafe self.handle = unsafe handle
    self.demuxer = demuxer
  }

  deinit { unsafe hr_decoder_close(handle) }

  /// Gives it the packet that its demuxer has read last; all sound before must have been taken.
  func sendRead(token: Int64) throws(MediaError) {
    var failure = hr_media_failure()
    let result = unsafe hr_decoder_send_read(handle, demuxer.handle, token, &failure)
    guard result == HR_MEDIA_READY else { throw MediaError(failure) }
  }

  /// Says that no packet follows.
  func finish() throws(MediaError) {
    var failure = hr_media_failure()
    guard unsafe hr_decoder_send(handle, nil, 0, false, 0, &failure) == HR_MEDIA_READY else {
      throw MediaError(failure)
    }
  }

  func receive() throws(MediaError) -> Output {
    var sound = unsafe hr_media_sound()
    var failure = hr_media_failure()
    switch unsafe hr_decoder_receive_sound(handle, &sound, &failure) {
    case HR_MEDIA_READY:
      let token = unsafe sound.token == .min ? nil : sound.token
      return unsafe .sound(SoundBlock(sound), SoundFormat(sound), token: token)
    case HR_MEDIA_STARVED: return .starved
    case HR_MEDIA_END: return .end
    default: throw MediaError(failure)
    }
  }
}

extension SoundBlock {
  fileprivate init(_ sound: hr_media_sound) {
    let count = unsafe Int(sound.count)
    self.init(
      unsafe (0..<Int(sound.channels)).map { channel in
        unsafe Array(UnsafeBufferPointer(start: sound.planes[channel], count: count))
      })
  }
}

extension SoundFormat {
  fileprivate init(_ sound: hr_media_sound) {
    let layout = unsafe withUnsafeBytes(of: sound.layout) { letters in
      unsafe String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }
    unsafe self.init(rate: Int(sound.sample_rate), channels: Int(sound.channels), layout: layout)
  }
}
