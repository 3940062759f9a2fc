/// Where a format keeps a small version of its picture.
enum ThumbnailPlace: Hashable {
  /// In the EXIF block, as JPEG.
  case exif
  /// Beside the picture, coded as it is.
  case item

  /// Nil for formats without a place.
  init?(_ format: any ImageFormat.Type) {
    switch format.name {
    case JPEGFormat.name: self = .exif
    case HEICFormat.name, AVIFFormat.name: self = .item
    default: return nil
    }
  }

  /// Pixels of the longer side: the size that cameras write into EXIF (DCF), or that phones store beside it.
  var longestSide: Int { self == .exif ? 160 : 320 }

  /// The size of the small version of a picture. Even, so that halved chroma fits.
  func size(width: Int, height: Int) -> (width: Int, height: Int) {
    let scale = Double(longestSide) / Double(max(width, height))
    func side(_ length: Int) -> Int { max(Int((Double(length) * scale / 2).rounded()) * 2, 2) }
    return (side(width), side(height))
  }
}
