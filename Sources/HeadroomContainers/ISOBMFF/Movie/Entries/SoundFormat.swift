/// The head of a sound's sample entry (ISO/IEC 14496-12 section 12.2.3, QuickTime's versions 1 and 2).
///
/// ```
/// 6 bytes 0, u16 data reference | u16 version, revision, u32 vendor
/// u16 channels, u16 bits, u16 compression, u16 packet size, 16.16 rate
/// version 1: u32 samples of a packet, u32 bytes of a packet, of a frame, of a sample
/// version 2: u32 size, f64 rate, u32 channels, u32 0x7F000000, u32 bits, flags, bytes of a packet, samples of a packet
/// ```
package struct SoundFormat: Hashable, Sendable {
  package let channels: Int
  /// Samples of a second; 0 where the entry does not say it.
  package let sampleRate: Double
  /// Bytes of the entry before its boxes.
  let headerCount: Int

  /// - Parameter version: of the `stsd` box; version 1 is of ISO files, whose entries have no further numbers.
  init(_ reader: ByteReader, version: UInt8) throws(ImageIOError) {
    var reader = reader
    try reader.skip(8)
    let layout = version == 0 ? try reader.u16() : 0
    try reader.skip(version == 0 ? 6 : 8)
    let count = Int(try reader.u16())
    try reader.skip(6)
    let rate = Double(try reader.u32()) / 65_536
    guard layout == 2 else {
      (channels, sampleRate, headerCount) = (count, rate, layout == 1 ? 44 : 28)
      return
    }
    try reader.skip(4)
    let exact = Double(bitPattern: try reader.u64())
    sampleRate = exact.isFinite && exact > 0 ? exact : 0
    channels = Int(try reader.u32())
    headerCount = 64
  }
}
