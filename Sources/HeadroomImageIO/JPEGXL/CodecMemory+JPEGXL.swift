extension CodecMemory {
  static let jpegXLEncoder = 110

  /// Of pictures without loss all channels are held in 32 bits.
  static func jpegXLDecoder(isLossless: Bool) -> Int { isLossless ? 16 : 4 }
}
