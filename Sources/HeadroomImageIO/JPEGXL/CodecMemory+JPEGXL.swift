extension CodecMemory {
  static let jpegXLEncoder = 110

  /// Of pictures without loss all channels are held in 32 bits. Layers are laid over a canvas of such channels, which is copied
  /// for each.
  static func jpegXLDecoder(isLossless: Bool, isLayered: Bool) -> Int {
    (isLossless ? 16 : 4) + (isLayered ? 32 : 0)
  }
}
