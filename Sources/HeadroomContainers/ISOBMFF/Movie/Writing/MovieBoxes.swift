/// The boxes of a movie as they are written (ISO/IEC 14496-12 section 8).
package enum MovieBoxes {
  /// The facts of a picture track.
  package struct Track: Sendable {
    package var id: UInt32
    package var width: Int
    package var height: Int
    /// Ticks of a second of its samples.
    package var timescale: UInt32
    /// In ticks; 0 where samples are in fragments.
    package var duration: UInt32
    /// `vide`, `pict` or `auxv`.
    package var handler: String

    package init(
      id: UInt32, width: Int, height: Int, timescale: UInt32, duration: UInt32 = 0, handler: String = "vide"
    ) {
      self.id = id
      self.width = width
      self.height = height
      self.timescale = timescale
      self.duration = duration
      self.handler = handler
    }
  }

  /// No rotation: a, b, u, c, d, v, x, y, w; the last in 2.30, the others in 16.16.
  package static let identity = words(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)

  /// `ftyp`: the major brand of a file, then its compatible brands.
  package static func fileType(_ brand: String, compatible: [String]) -> [UInt8] {
    BoxBytes.box("ftyp", Array(brand.utf8) + words(0) + compatible.flatMap { Array($0.utf8) })
  }

  /// `mvhd`.
  package static func movieHeader(timescale: UInt32, duration: UInt32 = 0, nextTrack: UInt32 = 2) -> [UInt8] {
    // Created, changed, timescale, duration; rate and volume of 1.
    BoxBytes.fullBox(
      "mvhd",
      words(0, 0, timescale, duration, 0x1_0000) + halves(0x100) + zeros(10) + identity + zeros(24) + words(nextTrack))
  }

  /// `trak` around a sample table.
  ///
  /// - Parameters:
  ///   - matrix: as ``MovieTrack/matrix``.
  ///   - others: boxes after the header: `edts`, `tref`.
  package static func track(
    _ track: Track, matrix: [UInt8] = identity, others: [UInt8] = [], sampleTable: [UInt8]
  ) -> [UInt8] {
    // Enabled, in the movie. Created, changed, number, reserved, duration.
    let header = BoxBytes.fullBox(
      "tkhd", flags: 3,
      words(0, 0, track.id, 0, track.duration) + zeros(16) + matrix
        + words(UInt32(track.width) << 16, UInt32(track.height) << 16))
    return BoxBytes.box("trak", header + others + media(track, sampleTable))
  }

  private static func media(_ track: Track, _ sampleTable: [UInt8]) -> [UInt8] {
    // The language is "und".
    let header = BoxBytes.fullBox("mdhd", words(0, 0, track.timescale, track.duration) + halves(0x55C4, 0))
    let handler = BoxBytes.fullBox(
      "hdlr", words(0) + Array(track.handler.utf8) + zeros(12) + BoxBytes.text("Headroom"))
    let videoHeader = BoxBytes.fullBox("vmhd", flags: 1, zeros(8))
    let information = BoxBytes.box("minf", videoHeader + dataInformation + BoxBytes.box("stbl", sampleTable))
    return BoxBytes.box("mdia", header + handler + information)
  }

  /// The data are in this file.
  private static var dataInformation: [UInt8] {
    let here = BoxBytes.fullBox("url ", flags: 1, [])
    return BoxBytes.box("dinf", BoxBytes.fullBox("dref", words(1) + here))
  }

  /// The content of `stbl` where samples are in fragments: tables without entries.
  package static func emptyTable(_ entry: [UInt8]) -> [UInt8] {
    let tables = ["stts", "stsc", "stco"].flatMap { BoxBytes.fullBox($0, words(0)) }
    return descriptions([entry]) + tables + BoxBytes.fullBox("stsz", words(0, 0))
  }

  /// `stsd`: descriptions of the samples.
  package static func descriptions(_ entries: [[UInt8]]) -> [UInt8] {
    BoxBytes.fullBox("stsd", words(UInt32(entries.count)) + entries.flatMap { $0 })
  }

  /// The entry for samples that hold pictures.
  ///
  /// - Parameters:
  ///   - format: the codec's four letters.
  ///   - boxes: configuration, colour, light.
  package static func visualEntry(_ format: String, width: Int, height: Int, boxes: [UInt8]) -> [UInt8] {
    let place = zeros(6) + halves(1) + zeros(16)
    let size = halves(UInt16(clamping: width), UInt16(clamping: height))
    // 72 dots an inch, a frame in a sample, no name of a codec, 24 bits, no colour table.
    let rest = words(0x48_0000, 0x48_0000, 0) + halves(1) + zeros(32) + halves(24, 0xFFFF)
    return BoxBytes.box(format, place + size + rest + boxes)
  }

  /// `mvex`: samples of a track are in fragments, which state everything themselves.
  package static func extends(track: UInt32) -> [UInt8] {
    BoxBytes.box("mvex", BoxBytes.fullBox("trex", words(track, 1, 0, 0, 0)))
  }

  // MARK: - Numbers

  package static func words(_ values: UInt32...) -> [UInt8] {
    var out = ByteWriter(reserving: 4 * values.count)
    for value in values { out.u32(value) }
    return out.bytes
  }

  package static func halves(_ values: UInt16...) -> [UInt8] {
    var out = ByteWriter(reserving: 2 * values.count)
    for value in values { out.u16(value) }
    return out.bytes
  }

  package static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
