package import Foundation
internal import Synchronization

/// A file whose facts are read once, when somebody first asks.
package final class AssetFile: Sendable {
  package let url: URL
  private let outcome: Mutex<Result<FileContent, AVError>?>

  package init(_ url: URL) {
    self.url = url
    outcome = Mutex(nil)
  }

  /// A file whose facts are known.
  package init(_ url: URL, facts: MediaFacts) {
    self.url = url
    outcome = Mutex(.success(FileContent(facts)))
  }

  /// What the file holds; a file that could not be read stays so.
  package func content() throws(AVError) -> FileContent {
    try outcome.withLock { outcome in
      let read = outcome ?? read()
      outcome = read
      return read
    }.get()
  }

  private func read() -> Result<FileContent, AVError> {
    guard url.isFileURL else { return .failure(AVError(.fileFailedToParse, underlying: AssetError.notReadable(url))) }
    return Result { FileContent(try MediaFile(path: url.path(percentEncoded: false))) }
      .mapError { AVError($0, code: .fileFailedToParse) }
  }

  /// How far the reading is, without waiting for it.
  package var state: LoadingState {
    outcome.withLockIfAvailable { outcome in
      switch outcome {
      case nil: .notYetLoaded
      case .success: .loaded
      case .failure(let error): .failed(error)
      }
    } ?? .loading
  }
}

/// How far the reading of an asset is.
package enum LoadingState: Sendable {
  case notYetLoaded
  case loading
  case loaded
  case failed(AVError)
}

/// The facts of a file, and what follows from them for each track.
package struct FileContent: Sendable {
  package let facts: MediaFacts
  package let tracks: [FileTrack]
  /// The open file; nil where facts alone are known.
  package let media: MediaFile?

  init(_ facts: MediaFacts) { self.init(facts, media: nil) }
  init(_ media: MediaFile) { self.init(media.facts, media: media) }

  private init(_ facts: MediaFacts, media: MediaFile?) {
    self.facts = facts
    self.media = media
    tracks = facts.tracks.map(FileTrack.init)
  }
}

/// A track of a file.
package struct FileTrack: Sendable {
  package let facts: TrackFacts
  package let values: TrackValues

  init(_ facts: TrackFacts) {
    self.facts = facts
    values = TrackValues(facts, descriptions: [CMFormatDescription(facts)])
  }
}

/// A track of a file that need not have been read yet. Two of one number and one file are equal.
package struct TrackSource: Hashable, Sendable {
  package let file: AssetFile
  package let trackID: CMPersistentTrackID

  package init(_ file: AssetFile, trackID: CMPersistentTrackID) { (self.file, self.trackID) = (file, trackID) }

  package var url: URL { file.url }

  package func track() throws(AVError) -> FileTrack {
    guard let track = try file.content().tracks.first(where: { $0.facts.id == trackID }) else {
      throw AVError(.invalidSourceMedia, underlying: AssetError.noTrack(url, trackID))
    }
    return track
  }

  package static func == (a: TrackSource, b: TrackSource) -> Bool {
    a.trackID == b.trackID && (a.file === b.file || a.url == b.url)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(trackID)
  }
}
