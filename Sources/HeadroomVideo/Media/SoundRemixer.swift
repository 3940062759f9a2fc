internal import CHeadroomMedia

/// Turns channels into others. Mono goes to left and right as it is, and of surround to the centre. More channels go to
/// fewer by the coefficients of ITU-R BS.775 (centre and surround at 0.707), scaled such that no sum exceeds full scale.
@safe final class SoundRemixer {
  private let handle: OpaquePointer
  private let channels: Int
  private let isDoubling: Bool

  /// - Throws: where a layout is not known, or there is no way from one to the other.
  init(from: SoundFormat, to: SoundFormat) throws(MediaError) {
    var failure = hr_media_failure()
    guard let handle = unsafe hr_remixer_open(from.layout, to.layout, &failure) else {
      throw MediaError(.unsupported("sound of \(from.layout) as \(to.layout): \(MediaError(failure))"))
    }
    unsafe self.handle = unsafe handle
    channels = to.channels
    // FFmpeg's way would be 3 dB lower.
    isDoubling = from.layout == "mono" && to.layout == "stereo"
  }

  deinit { unsafe hr_remixer_close(handle) }

  func convert(_ block: SoundBlock) throws(MediaError) -> SoundBlock {
    if isDoubling { return SoundBlock([block.planes[0], block.planes[0]]) }
    let count = block.count
    guard count > 0 else { return SoundBlock(silence: 0, channels: channels) }
    var failure = hr_media_failure()
    var isDone = false
    // One run of memory for all planes.
    let joined = unsafe [Float](unsafeUninitializedCapacity: count * channels) { memory, size in
      var targets = unsafe (0..<channels).map { channel in unsafe memory.baseAddress.map { unsafe $0 + channel * count }
      }
      isDone = unsafe block.planes.withPlanes { planes in
        unsafe hr_remixer_convert(handle, planes, &targets, Int32(clamping: count), &failure)
      }
      size = isDone ? count * channels : 0
    }
    guard isDone else { throw MediaError(failure) }
    return SoundBlock((0..<channels).map { Array(joined[$0 * count..<($0 + 1) * count]) })
  }
}
