internal import HeadroomImage
internal import HeadroomImageIO
internal import Synchronization

/// The decoded forms of one file that several jobs share: whole, at fractions of its size, with and without its gain map.
///
/// A job asks for the form that it would make by itself, so its result does not depend on the other jobs. Jobs that ask
/// for the same form decode it once.
final class SharedForms: Sendable {
  private struct Key: Hashable {
    let request: DecodeRequest
    let width: Int
    let height: Int
    let isShrunk: Bool

    init(_ reader: any ImageReader, _ request: DecodeRequest) {
      self.request = request
      (width, height) = reader.decodedSize(request)
      isShrunk = reader is ShrinkingReader
    }
  }

  private let pictures = Mutex<[Key: StillPicture]>([:])

  /// - Parameter picture: the file as it was opened.
  init(_ picture: StillPicture) {
    pictures.withLock { $0[Key(picture.reader, picture.request)] = picture }
  }

  func picture(
    by reader: any ImageReader, _ request: DecodeRequest, otherwise make: () -> StillPicture
  ) -> StillPicture {
    let key = Key(reader, request)
    return pictures.withLock { pictures in
      if let picture = pictures[key] { return picture }
      let picture = make()
      pictures[key] = picture
      return picture
    }
  }
}

extension PictureSource {
  /// The same source for several jobs, which decode each form of it once. Their results are those of jobs that share nothing.
  package var sharingForms: PictureSource {
    guard case .file(let picture) = content, forms == nil else { return self }
    var result = self
    result.forms = SharedForms(picture)
    return result
  }
}
