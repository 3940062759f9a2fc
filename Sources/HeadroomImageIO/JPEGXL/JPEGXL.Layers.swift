internal import HeadroomPixels

extension JPEGXL {
  /// Small enough for a limit of 300 MiB with 12 megapixels of 16 bits and their file beside it, or 12
  /// of 8 bits and a gain map.
  private static let leastLayerPixels = 1 << 20

  /// The rows of each layer when a picture is coded layer by layer; nil codes it whole.
  ///
  /// libjxl 0.7 takes a picture whole, with ``CodecMemory/jpegXLEncoder(_:)`` bytes for each of its pixels; it treats a
  /// layer as a separate picture. Readers pay for layers: of 12.5 megapixels, six layers cost djxl 0.7 469 MiB instead
  /// of 232 and two to three times the processor time (the file grows by 0.9 %; at effort 7 the encoder takes 243
  /// instead of 1,048 MiB and half the time). So a picture has layers only where the whole of it would exceed
  /// ``CodecMemory/mostPixels(bytesPerPixel:limit:)``, and as few as possible.
  static func layerRows(width: Int, height: Int, bytesPerPixel: Int, limit: Int?) -> Int? {
    let pixels = max(CodecMemory.mostPixels(bytesPerPixel: bytesPerPixel, limit: limit), leastLayerPixels)
    guard width > 0, height > pixels / width else { return nil }
    let rows = max(pixels / width / 256 * 256, 256)
    return rows < height ? rows : nil
  }
}
