internal import Headroom
internal import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomVideo

/// Says which verb looks into a film, to those who ask the one for pictures.
enum FilmAnswer {
  /// The error for a file that is no picture but a film; nil for all others.
  static func error(forPicture path: String) -> PictureError? {
    // What came through a pipe is gone.
    guard path != "-", let bytes = try? FileBytes(path: path, mapsFrom: 1 << 16), bytes.count > 0,
      (try? ImageFormats.recognize(bytes)) == nil, MediaContainer(sniffing: bytes) != nil
    else { return nil }
    return PictureError(.input, file: path, "a film, not a picture: 'headroom video info' says what is in it")
  }
}
