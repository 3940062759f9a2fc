internal import CHeadroomMedia
internal import Glibc
internal import HeadroomContainers

/// Finds the bytes of a stream's samples in the file.
///
/// A container says at most where the block begins that holds a sample, and FFmpeg may hand out other bytes than it
/// has read. Bytes that are equal to a sample's are as good as the sample: with their place, any sample can be decoded
/// without the container.
struct PacketPlaces {
  private let isVP9: Bool
  /// Behind the last sample: streams without a container have the next one there.
  private var end = 0

  /// Bytes of the heads of blocks, which precede samples.
  private static let headCount = 64

  init(_ stream: hr_media_stream) { isVP9 = unsafe String(cString: stream.codec) == "vp9" }

  /// A sample as it was read.
  mutating func find(_ packet: hr_media_packet, in file: FileBytes) -> PacketScan.Packet {
    let bytes = unsafe UnsafeRawBufferPointer(start: packet.bytes, count: packet.count)
    let start = unsafe place(of: bytes, packet.position, in: file)
    if let start { end = start + bytes.count }
    let isShown = unsafe !packet.is_discarded && (!isVP9 || VP9Sample.isShown(bytes))
    return unsafe PacketScan.Packet(
      time: packet.pts, decodeTime: packet.dts, start: start, count: Int32(clamping: packet.count),
      duration: max(packet.duration, 0),
      isKey: packet.is_key, isShown: isShown)
  }

  private func place(of bytes: UnsafeRawBufferPointer, _ position: Int64, in file: FileBytes) -> Int? {
    guard let first = bytes.baseAddress, bytes.count > 0 else { return nil }
    return unsafe file.withUnsafeBytes { source in
      func holds(_ offset: Int) -> Bool {
        guard offset >= 0, offset <= source.count - bytes.count, let base = source.baseAddress else { return false }
        return unsafe memcmp(base + offset, first, bytes.count) == 0
      }
      if holds(end) { return end }
      guard let position = Int(exactly: position), position >= 0, position < source.count else { return nil }
      return (position..<position + Self.headCount).first(where: holds)
    }
  }
}
