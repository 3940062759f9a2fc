internal import CHeadroomMedia
package import HeadroomPixels

/// A codec's encoder: pictures in the order of presentation go in, samples in the order of decoding come out. One thread
/// at a time.
@safe package final class VideoEncoder {
  package let settings: EncoderSettings
  let handle: OpaquePointer
  /// How long pictures last that have not come out: encoders forget it.
  private var durations: [Int64: Int64] = [:]
  /// When the last sample that came out is decoded.
  private var lastDecodeTime = Int64.min
  /// More ticks than any encoder keeps a picture back: five minutes.
  private var longestDelay: Int64 { 300 * Int64(settings.timescale) }

  /// - Throws: ``MediaError``: a wrong setting, a missing library or encoder, or what the encoder refuses.
  package init(_ settings: EncoderSettings) throws(MediaError) {
    try settings.check()
    try MediaError.checkLibraries()
    guard unsafe hr_encoder_exists(settings.codec.encoder) else {
      throw MediaError(.missingLibrary("this FFmpeg has no encoder \(settings.codec.encoder)"))
    }
    var failure = hr_media_failure()
    let handle = unsafe StringList(settings.options).withPointers { options in
      unsafe settings.codec.encoder.withCString { codec in
        unsafe settings.format.name.withCString { format in
          var wanted = unsafe settings.wanted
          unsafe wanted.codec = unsafe codec
          unsafe wanted.format = unsafe format
          unsafe wanted.options = unsafe options
          return unsafe hr_encoder_open(&wanted, &failure)
        }
      }
    }
    guard let handle = unsafe handle else { throw MediaError(failure) }
    self.settings = settings
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe hr_encoder_close(handle) }

  /// Gives a picture to the encoder, which may read it for long; it must not be written any more.
  ///
  /// - Parameters:
  ///   - picture: of the settings' size and form.
  ///   - time: in ticks; above that of the picture before.
  package func send(_ picture: PlanarPicture, time: Int64, duration: Int64) throws(MediaError) {
    durations[time] = duration
    var frame = unsafe hr_encoder_picture()
    unsafe frame.pts = time
    unsafe frame.duration = duration
    let planes = picture.planes + (picture.alpha.map { [$0] } ?? [])
    unsafe withUnsafeMutableBytes(of: &frame.planes) { bytes in
      let bases = unsafe bytes.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      for (index, plane) in planes.enumerated() {
        unsafe bases[index] = unsafe plane.base.assumingMemoryBound(to: UInt8.self)
      }
    }
    unsafe withUnsafeMutableBytes(of: &frame.row_bytes) { bytes in
      let rows = unsafe bytes.bindMemory(to: Int32.self)
      for (index, plane) in planes.enumerated() { unsafe rows[index] = Int32(clamping: plane.rowBytes) }
    }
    unsafe frame.block = unsafe picture.luma.base.assumingMemoryBound(to: UInt8.self)
    unsafe frame.block_count = picture.luma.rowBytes * picture.luma.height
    unsafe frame.object = unsafe Unmanaged.passRetained(LentPicture(picture)).toOpaque()
    unsafe frame.release = { object in
      guard let object = unsafe object else { return }
      unsafe Unmanaged<LentPicture>.fromOpaque(object).release()
    }
    var failure = hr_media_failure()
    guard unsafe hr_encoder_send(handle, &frame, &failure) == HR_MEDIA_READY else { throw MediaError(failure) }
  }

  /// Says that no picture follows.
  package func finish() throws(MediaError) {
    var failure = hr_media_failure()
    guard unsafe hr_encoder_send(handle, nil, &failure) == HR_MEDIA_READY else { throw MediaError(failure) }
  }

  /// The next sample, valid until the one after; nil where more pictures are needed, or after the last.
  func receive() throws(MediaError) -> hr_media_packet? {
    var packet = unsafe hr_media_packet()
    var failure = hr_media_failure()
    switch unsafe hr_encoder_receive(handle, &packet, &failure) {
    case HR_MEDIA_READY:
      if let duration = unsafe durations.removeValue(forKey: packet.pts) { unsafe packet.duration = duration }
      unsafe packet.dts = decodeTime(packet.dts, shown: packet.pts)
      return unsafe packet
    case HR_MEDIA_STARVED, HR_MEDIA_END: return nil
    default: throw MediaError(failure)
    }
  }

  /// When a sample is decoded. x265 leaves that undefined where a film has fewer frames than it looks ahead; these are
  /// in the order in which they are shown.
  private func decodeTime(_ stated: Int64, shown: Int64) -> Int64 {
    let isPossible = stated <= shown && shown - longestDelay < stated && stated > lastDecodeTime
    lastDecodeTime = isPossible ? stated : max(shown, lastDecodeTime == .min ? shown : lastDecodeTime + 1)
    return lastDecodeTime
  }
}

/// Keeps a picture's memory while an encoder reads it.
private final class LentPicture {
  let picture: PlanarPicture
  init(_ picture: PlanarPicture) { self.picture = picture }
}

extension EncoderSettings {
  fileprivate var wanted: hr_encoder_settings {
    var wanted = unsafe hr_encoder_settings()
    unsafe (wanted.width, wanted.height) = (Int32(clamping: width), Int32(clamping: height))
    unsafe (wanted.time_base_num, wanted.time_base_den) = (1, timescale)
    unsafe (wanted.rate_num, wanted.rate_den) = frameRate
    unsafe wanted.color = hr_media_color(cicp, siting: siting)
    unsafe wanted.threads = Int32(clamping: threads)
    unsafe wanted.has_global_header = true
    return unsafe wanted
  }
}

/// Texts as C takes them: pointers, and a null at the end.
struct StringList {
  private let texts: [String]

  init(_ texts: [String]) { self.texts = texts }

  func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
    let bytes = texts.map { Array($0.utf8CString) }
    let joined = bytes.flatMap { $0 }
    return unsafe joined.withUnsafeBufferPointer { letters in
      var pointers: [UnsafePointer<CChar>?] = unsafe []
      var offset = 0
      for text in bytes {
        unsafe pointers.append(letters.baseAddress.map { unsafe $0 + offset })
        offset += text.count
      }
      unsafe pointers.append(nil)
      return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
  }
}
