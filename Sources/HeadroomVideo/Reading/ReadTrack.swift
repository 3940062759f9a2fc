internal import Foundation

/// A track of a file.
struct ReadTrack: Hashable {
  private let path: String
  private let track: CMPersistentTrackID

  init(_ source: ResolvedSource) { (path, track) = (source.url.path(percentEncoded: false), source.trackID) }
}

extension ResolvedSource {
  /// The open track with its samples.
  ///
  /// - Throws: where it has none that can be read.
  func indexedTrack() throws(MediaError) -> (MediaTrack, FrameIndex) {
    let track = try openTrack()
    guard let index = track.index, !index.samples.isEmpty else {
      throw track.refusal ?? MediaError(.malformed("no frames"), track: trackID)
    }
    return (track, index)
  }

  func openTrack() throws(MediaError) -> MediaTrack {
    guard let track = media?.tracks.first(where: { $0.facts.id == trackID }) else {
      throw MediaError(.invalidRequest("\(url.lastPathComponent) is not open"), track: trackID)
    }
    return track
  }
}
