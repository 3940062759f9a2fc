/// What a sample of VP9 shows: a frame, or several one behind the other with an index at the end (VP9 specification
/// section 6.2 and annex B).
///
/// ```
/// frame    u2 2 | u1 profile, low | u1 high | u1 0 in profile 3 | u1 shows an existing frame | u1 type | u1 is shown
/// index    u3 6, u2 bytes of a size - 1, u3 frames - 1 | sizes, little-endian | the first byte again
/// ```
package enum VP9Sample {
  /// Whether a frame of a sample is shown. Encoders make frames that others only refer to, and some containers store
  /// them as samples of their own. What cannot be read counts as shown: a decoder will say what is wrong with it.
  package static func isShown(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    let frames = frames(of: bytes)
    return frames.isEmpty || frames.contains { isFrameShown(bytes[$0]) }
  }

  private static func frames<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> [Range<Bytes.Index>] {
    guard let marker = bytes.last else { return [] }
    let count = Int(marker & 7) + 1
    let sizeBytes = Int(marker >> 3 & 3) + 1
    let indexCount = 2 + count * sizeBytes
    let whole = [bytes.startIndex..<bytes.endIndex]
    guard marker >> 5 == 6, bytes.count >= indexCount else { return whole }
    let index = bytes.suffix(indexCount)
    guard index.first == marker else { return whole }
    var sizes = index.dropFirst().dropLast()
    var frames: [Range<Bytes.Index>] = []
    var (start, left) = (bytes.startIndex, bytes.count - indexCount)
    while !sizes.isEmpty {
      let size = sizes.prefix(sizeBytes).reversed().reduce(0) { $0 << 8 | Int($1) }
      sizes = sizes.dropFirst(sizeBytes)
      guard size <= left else { return whole }
      let end = bytes.index(start, offsetBy: size)
      if size > 0 { frames.append(start..<end) }
      (start, left) = (end, left - size)
    }
    return frames
  }

  private static func isFrameShown(_ frame: some Collection<UInt8>) -> Bool {
    var bits = BitReader(Array(frame.prefix(2)))
    guard bits.bits(2) == 2 else { return true }
    let profile = bits.bits(1) | bits.bits(1) << 1
    if profile == 3 { bits.skip(1) }
    if bits.flag() { return true }
    bits.skip(1)
    return bits.flag() || bits.isExhausted
  }
}
