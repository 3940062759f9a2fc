internal import HeadroomContainers
package import HeadroomPixels

/// The codes of a picture as bytes: its planes one after the other, rows without padding, words little-endian with the
/// codes in their low bits.
package enum FrameCodes {
  /// Bytes of all planes.
  package static func byteCount(of picture: PlanarPicture) -> Int {
    planes(of: picture).reduce(0) { $0 + rowCount($1, of: picture) * $1.height }
  }

  /// Calls `body` with all bytes in order: planes whose rows follow each other as a whole, others row by row.
  package static func forEachPiece<Failure: Error>(
    of picture: PlanarPicture, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    for plane in planes(of: picture) {
      let count = rowCount(plane, of: picture)
      let isWhole = plane.rowBytes == count
      for row in 0..<(isWhole ? min(plane.height, 1) : plane.height) {
        unsafe try body(UnsafeRawBufferPointer(start: plane.row(row), count: isWhole ? count * plane.height : count))
      }
    }
  }

  /// The MD5 of the codes, as FFmpeg's `framemd5` has it.
  package static func md5(of picture: PlanarPicture) -> String {
    var hash = MD5()
    unsafe forEachPiece(of: picture) { unsafe hash.update($0) }
    return hash.hexadecimal()
  }

  private static func planes(of picture: PlanarPicture) -> [PlanarPicture.Plane] {
    picture.planes + (picture.alpha.map { [$0] } ?? [])
  }

  private static func rowCount(_ plane: PlanarPicture.Plane, of picture: PlanarPicture) -> Int {
    plane.width * picture.bytesPerSample
  }
}
