package import HeadroomContainers
internal import HeadroomPixels

/// Why a film could not be read or written.
///
/// `description` is one line without the file's name: `track 1: 0.467 s: 14 of 30 frames decode`.
package struct MediaError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A library is not installed or of another version.
    case missingLibrary(String)
    /// Not a film of a known kind.
    case unknownFormat
    /// The container's bytes.
    case container(ImageIOError)
    /// Legal, but not something this version reads or writes.
    case unsupported(String)
    /// The file is damaged, or says what cannot be.
    case malformed(String)
    /// FFmpeg's words, and its number.
    case library(String, code: Int32)
    /// What was asked for is not in the file, or cannot be.
    case invalidRequest(String)
    /// There is no memory for a frame.
    case outOfMemory
    case cancelled
    /// What a client's code did, or its error.
    case client(ClientFailure)
  }

  /// A file that an error belongs to, where that is not the one which was asked for.
  package enum Place: Hashable, Sendable {
    /// One of several that are read.
    case source(String)
    /// One that is written.
    case output(String)

    package var path: String {
      switch self {
      case .source(let path), .output(let path): path
      }
    }
  }

  package var reason: Reason
  /// The file by its path; nil where there is only one.
  package var place: Place?
  /// The number of the track; nil where the file as a whole is meant.
  package var track: Int32?
  /// When it happens; nil where no time is meant.
  package var time: CMTime?

  package init(_ reason: Reason, track: Int32? = nil, time: CMTime? = nil, in place: Place? = nil) {
    self.reason = reason
    self.place = place
    self.track = track
    self.time = time
  }

  /// Whether it is the end of work, or of memory: then it says nothing of the file.
  package var isOfWork: Bool { reason == .cancelled || reason == .outOfMemory }

  /// Throws where the calling thread's work was cancelled.
  package static func checkCancellation() throws(MediaError) {
    if TaskContext.isCancelled { throw MediaError(.cancelled) }
  }

  /// The same with a place, where it has none yet; the end of work has none.
  package func at(track: Int32?, time: CMTime? = nil) -> MediaError {
    reason == .cancelled ? self : MediaError(reason, track: self.track ?? track, time: self.time ?? time, in: place)
  }

  /// The same with a file, where it has none yet.
  package func of(_ place: Place) -> MediaError {
    place.path.isEmpty || reason == .cancelled
      ? self : MediaError(reason, track: track, time: time, in: self.place ?? place)
  }
}

/// A failure of a client's code: a compositor's, or a filter's.
package struct ClientFailure: Hashable, Sendable {
  package let words: String
  /// The client's own error; it does not count when two failures are compared.
  package let cause: (any Error)?

  package init(_ words: String) { (self.words, cause) = (words, nil) }
  package init(_ cause: any Error) { (words, self.cause) = ("\(cause)", cause) }

  package static func == (a: ClientFailure, b: ClientFailure) -> Bool { a.words == b.words }
  package func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

extension MediaError: CustomStringConvertible {
  package var description: String {
    let place = [track.map { "track \($0)" }, time.map { "\($0.secondsText) s" }].compactMap { $0 }
    return (place + [reason.text]).joined(separator: ": ")
  }
}

extension MediaError.Reason {
  var text: String {
    switch self {
    case .missingLibrary(let words), .unsupported(let words), .malformed(let words), .invalidRequest(let words): words
    case .unknownFormat: "not a film of a known kind"
    case .container(let error): "\(error)"
    case .library(let words, let code): code == 0 ? words : "\(words) (FFmpeg \(code))"
    case .outOfMemory: "no memory for a frame"
    case .cancelled: "cancelled"
    case .client(let failure): failure.words
    }
  }
}

extension CMTime {
  /// Seconds with three decimals, as errors state times.
  package var secondsText: String {
    guard isNumeric else { return "\(self)" }
    let thousandths = convertScale(1000, method: .roundHalfAwayFromZero).value
    let digits = String(thousandths.magnitude)
    let padded = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    return (thousandths < 0 ? "-" : "") + padded.dropLast(3) + "." + padded.suffix(3)
  }
}
