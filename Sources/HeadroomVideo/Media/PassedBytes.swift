internal import HeadroomContainers

/// Lets go of the memory of a mapped file behind the reading, so that long films do not fill it.
struct PassedBytes {
  private var released = 0

  /// Bytes that stay: those who keep samples read them again, and so does who reads another track.
  private static let kept = 16 << 20

  /// Says how far the reading is; it may have gone back.
  mutating func reach(_ offset: Int, of file: FileBytes) {
    if offset < released { released = offset }
    let end = offset - Self.kept
    guard end - released > Self.kept else { return }
    file.release(released..<end)
    released = end
  }
}
