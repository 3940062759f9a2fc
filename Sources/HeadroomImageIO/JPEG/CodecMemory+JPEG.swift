extension CodecMemory {
  /// Coefficients of all scans.
  static let progressiveJPEGEncoder = 12

  /// Coefficients of all scans, two bytes each.
  static func progressiveJPEGDecoder(components: Int) -> Int { 2 * components }
}
