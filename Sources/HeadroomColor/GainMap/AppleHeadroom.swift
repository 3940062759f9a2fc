/// The headroom of photos with Apple's own gain map (2020 and later).
public enum AppleHeadroom {
  /// The largest headroom that such photos have.
  public static let largest = 8.0

  /// The linear headroom that two entries of the maker note stand for.
  ///
  /// - Parameters:
  ///   - makerNote33: tag 0x0021. Without it there is no headroom.
  ///   - makerNote48: tag 0x0030; 0 when it is missing.
  /// - Returns: 1 to 8, or nil.
  public static func headroom(makerNote33: Double?, makerNote48: Double?) -> Double? {
    guard let first = makerNote33, first.isFinite else { return nil }
    let second = makerNote48 ?? 0
    guard second.isFinite else { return nil }
    let stops =
      if first < 1 {
        second <= 0.01 ? -20 * second + 1.8 : -0.101 * second + 1.601
      } else {
        second <= 0.01 ? -70 * second + 3 : -0.303 * second + 2.303
      }
    return min(Libm.exp2(max(stops, 0)), largest)
  }

  /// The linear headroom of a photo: the one that the gain map's XMP states, else that of the maker note.
  ///
  /// A stated headroom that is below 1 or beyond 64 stops counts as missing.
  public static func headroom(xmp: Double?, makerNote33: Double?, makerNote48: Double?) -> Double? {
    if let xmp, xmp >= 1, xmp <= Libm.exp2(GainMapMetadata.largestStops) { return xmp }
    return headroom(makerNote33: makerNote33, makerNote48: makerNote48)
  }
}
