internal import HeadroomContainers
internal import HeadroomPixels

extension CodecMemory {
  /// libaom and x265: the picture as it looks ahead, reconstructed and filtered.
  static func encodingLayer(
    _ planes: PlanarPicture, format: String, speed: Int?
  ) throws(ImageIOError) -> MemoryReservation {
    let bytes = layerBytes(bitDepth: planes.bitDepth, planes.subsampling, format: format, speed: speed)
    return try reserve(width: planes.width, height: planes.height, bytesPerPixel: bytes)
  }

  /// Bytes that an encoder takes per pixel.
  ///
  /// libaom takes 18 bytes per pixel for 4:2:0 of 8 bits, 25 for 4:4:4 or 10 bits, 36 for both; x265 16, 21, 25
  /// and 33: copies of the planes, and data about the blocks, which does not depend on the planes. Speeds below
  /// the usual one take more.
  static func layerBytes(bitDepth: Int, _ subsampling: PlanarPicture.Subsampling, format: String, speed: Int?) -> Int {
    let isDeep = bitDepth > 8
    let samples = subsampling == .monochrome ? 1 : subsampling == .full ? 3 : 2
    let planes = samples * (isDeep ? 2 : 1)
    return switch (format, (speed ?? 6) < 6) {
    case ("avif", true): isDeep ? 60 : 40
    case ("avif", false): 15 + 5 * planes
    case (_, true): isDeep ? 48 : 28
    case (_, false): 13 + 4 * planes
    }
  }

  /// HEVC and AV1: one picture, and data about its blocks.
  static let videoDecoder = 7
}
