internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

extension LiveFrame {
  /// The most pixels on a side that pages accept.
  private static let longestSide = 8192

  /// Light of a display, 1.0 = its SDR white, as PQ in which 203 cd/m² is that white. Light beyond 10,000 cd/m², 49
  /// times white, and colours outside BT.2020 are clipped.
  ///
  /// - Throws: ``ViewerError`` for frames that no page accepts, and errors of rendering.
  init(emitted image: CGImage, version: Int, in context: CIContext) throws {
    guard max(image.width, image.height) <= Self.longestSide else {
      throw ViewerError(status: 422, message: "a frame has at most \(Self.longestSide) pixels on a side")
    }
    let bitmap = try context.bitmap(
      CIImage(cgImage: image), region: PixelRect(width: image.width, height: image.height), format: .rgb10a2,
      encoding: .itur2100PQ, alpha: .straight)
    self.init(width: image.width, height: image.height, format: .rgb10a2, pixels: bitmap.packedBytes)
    self.version = version
  }
}
