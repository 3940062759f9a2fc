internal import HeadroomContainers

/// Files of Kodak's C330 and C603 that begin with their first pixel, without any signature.
///
///     Y Cb Y Cr | Y Cb Y Cr | ...
///
/// LibRaw recognises them by their sizes. Here their numbers have to match as well: each of the three is similar to its
/// neighbour, unlike in compressed data.
enum KodakLumaChroma {
  private static let byteCounts = [2_247_168, 3_370_752, 6_163_328, 6_166_488]
  /// The signatures of files of other kinds.
  private static let marks: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("II".utf8), Array("MM".utf8), Array("RIFF".utf8),
    [0x76, 0x2F, 0x31, 0x01], Array("#?".utf8), Array("P".utf8) + [0x35], Array("P".utf8) + [0x36], [0xFF, 0x0A],
  ]
  private static let samples = 1 << 14
  private static let pieces = 8

  static func isThere(_ bytes: FileBytes) -> Bool {
    guard byteCounts.contains(bytes.count), !marks.contains(where: { bytes.hasBytes($0, at: 0) }) else { return false }
    return (0..<pieces).allSatisfy { piece in
      let start = bytes.count / pieces * piece / 4 * 4
      return isPicture(bytes.copy(start..<start + samples))
    }
  }

  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    var (luma, chroma) = (0, 0)
    let groups = bytes.count / 4 - 1
    for at in stride(from: 0, to: groups * 4, by: 4) {
      luma += abs(Int(bytes[at]) - Int(bytes[at + 2]))
      for part in [1, 3] { chroma += abs(Int(bytes[at + part]) - Int(bytes[at + 4 + part])) }
    }
    return luma < 24 * groups && chroma < 2 * 12 * groups
  }
}
