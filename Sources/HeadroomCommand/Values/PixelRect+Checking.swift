internal import Headroom
internal import HeadroomPictures

extension PixelRect {
  /// Throws a usage error where `--rect` leaves a picture of this size.
  func checked(width pictureWidth: Int, height pictureHeight: Int) throws(PictureError) {
    guard PixelRect(width: pictureWidth, height: pictureHeight).contains(self) else {
      let rectangle = "\(minX),\(minY),\(width),\(height)"
      throw .usage("--rect: \(rectangle) leaves the picture of \(pictureWidth)x\(pictureHeight)")
    }
  }
}
