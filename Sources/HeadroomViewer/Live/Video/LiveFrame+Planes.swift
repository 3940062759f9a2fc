internal import HeadroomColor
package import HeadroomPixels

extension LiveFrame {
  /// Planes for frames of a size in the format of video codecs: 10 bits, 4:2:0, narrow range, BT.2020.
  ///
  /// Chroma lies on the even luma samples of a row and between two rows (`left`): a mean over two rows, so that fine lines do not
  /// flicker.
  package static func videoPlanes(width: Int, height: Int) throws(PixelError) -> PlanarPicture {
    let coding = PlanarPicture.Coding(matrix: 9, isFullRange: false, siting: .left)
    return try PlanarPicture(width: width, height: height, bitDepth: 10, subsampling: .quarter, coding: coding)
  }

  /// Fills planes of the same size with the codes of a frame of PQ words (``Format/rgb10a2``).
  package func fill(_ planes: PlanarPicture) throws {
    precondition(
      planes.width == width && planes.height == height && format == .rgb10a2 && pixels.count == 4 * width * height,
      "a frame of another kind")
    try unsafe pixels.withUnsafeBytes { words in
      guard let start = words.baseAddress else { return }
      // The words are only read, and outlive the call.
      let storage = unsafe PixelStorage(
        foreign: UnsafeMutableRawPointer(mutating: start), byteCount: words.count, release: nil)
      let bitmap = try PixelBitmap(
        storage: storage, planes: [PixelPlane(offset: 0, rowBytes: 4 * width)], width: width, height: height,
        format: .rgb10a2, alpha: .straight)
      try planes.encode(bitmap)
    }
  }
}
