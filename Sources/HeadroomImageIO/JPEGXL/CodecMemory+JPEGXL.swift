extension CodecMemory {
  /// With loss and less effort than 7, where libjxl 0.7 begins to look for dots and repeated patches, it takes 45 bytes
  /// per pixel of 8 bits and 53 per pixel of 16; else up to 100.
  static func jpegXLEncoder(_ coding: JPEGXL.Coding) -> Int { coding.distance != nil && coding.effort < 7 ? 60 : 110 }

  /// For pictures without loss all channels are held in 32 bits. Layers are composed on a canvas of such channels,
  /// which is copied for each layer.
  static func jpegXLDecoder(isLossless: Bool, isLayered: Bool) -> Int {
    (isLossless ? 16 : 4) + (isLayered ? 32 : 0)
  }
}
