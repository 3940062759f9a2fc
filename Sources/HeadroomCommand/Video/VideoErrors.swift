internal import Headroom
internal import HeadroomContainers
internal import HeadroomPictures
internal import HeadroomVideo

/// Runs work on films, whose errors become the command's.
///
/// - Parameters:
///   - file: the film or project that errors without a file's name belong to.
///   - output: the film that is written.
func reportingFilmErrors<Result>(
  of file: String, output: String? = nil, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let error as MediaFileError {
    throw PictureError(error.error, file: error.path)
  } catch let error as MediaError {
    throw PictureError(error, file: error.place?.path ?? (error.isOfWriting ? output ?? file : file))
  } catch let error as ProjectError {
    throw PictureError(.input, file: file, "\(error)")
  } catch let error as AVError {
    throw PictureError(.input, file: file, "\(error)")
  }
}

extension MediaError {
  /// Whether the output is meant, not an input.
  fileprivate var isOfWriting: Bool { if case .container(.unwritable) = reason { true } else { false } }
}
