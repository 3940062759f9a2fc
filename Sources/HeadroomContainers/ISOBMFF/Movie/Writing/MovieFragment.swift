/// The boxes of a fragment that holds one sample of one track (ISO/IEC 14496-12 section 8.8).
///
/// ```
/// moof: mfhd u32 sequence
///       traf: tfhd u32 track; tfdt u64 start; trun u32 1, i32 offset of the data, u32 duration, u32 size, u32 flags
/// mdat: the sample
/// ```
package struct MovieFragment: Sendable {
  private let sequence: UInt32
  private let track: UInt32
  private let start: UInt64
  private let duration: UInt32
  private let isKey: Bool

  /// - Parameters:
  ///   - sequence: number of the fragment, from 1 on.
  ///   - start: in ticks of the track.
  ///   - duration: in ticks.
  ///   - isKey: whether the sample stands alone.
  package init(sequence: UInt32, track: UInt32, start: UInt64, duration: UInt32, isKey: Bool) {
    self.sequence = sequence
    self.track = track
    self.start = start
    self.duration = duration
    self.isKey = isKey
  }

  /// Either depends on no other sample, or depends on others and is not a sync sample.
  private var flags: UInt32 { isKey ? 0x0200_0000 : 0x0101_0000 }

  package func bytes(around sample: [UInt8]) -> [UInt8] {
    // The offset is counted from the first byte of the moof, whose size does not depend on it.
    let size = moof(sample, dataOffset: 0).count
    return moof(sample, dataOffset: UInt32(size) + 8) + BoxBytes.box("mdat", sample)
  }

  private func moof(_ sample: [UInt8], dataOffset: UInt32) -> [UInt8] {
    let header = BoxBytes.fullBox("mfhd", MovieBoxes.words(sequence))
    // Offsets are counted from the moof.
    let trackHeader = BoxBytes.fullBox("tfhd", flags: 0x02_0000, MovieBoxes.words(track))
    let time = BoxBytes.fullBox("tfdt", version: 1, MovieBoxes.words(UInt32(start >> 32), UInt32(start & 0xFFFF_FFFF)))
    // Data offset, and duration, size and flags of the sample.
    let run = BoxBytes.fullBox(
      "trun", flags: 0x000701, MovieBoxes.words(1, dataOffset, duration, UInt32(sample.count), flags))
    return BoxBytes.box("moof", header + BoxBytes.box("traf", trackHeader + time + run))
  }
}
