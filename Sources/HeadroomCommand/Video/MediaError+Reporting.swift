internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

extension PictureError {
  /// A film's error, with the track and the time in front of the reason.
  init(_ error: MediaError, file: String?) {
    let kind: Kind = if case .output = error.place { .output } else { .input }
    let place = [error.track.map { "track \($0)" }, error.time.map { "\($0.secondsText) s" }].compactMap { $0 }
    switch error.reason {
    case .container(let reason):
      self.init(reason, file: file)
      part = (place + [part].compactMap { $0 }).joined(separator: ": ")
      if part?.isEmpty == true { part = nil }
    case .cancelled: self.init(.interrupted, file: file, "\(error)")
    case .invalidRequest: self.init(.usage, file: file, "\(error)")
    case .outOfMemory:
      self.init(.input, file: file, "\(error)")
      isOverMemory = true
    case .missingLibrary: self.init(.input, file: file, "\(error)")
    case .unknownFormat, .unsupported, .malformed, .library, .client: self.init(kind, file: file, "\(error)")
    }
  }
}
