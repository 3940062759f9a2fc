/// What of a film does not go along into another, each with its reason.
struct TrackLosses {
  private struct Loss {
    /// That stay behind for one reason; empty for what is no track.
    var tracks: [Int32]
    let kind: String
    let reason: String
  }

  private var losses: [Loss] = []

  /// Adds a track.
  mutating func add(_ track: MediaTrack, _ reason: String) {
    let facts = track.facts
    let codec = facts.codec.isEmpty || facts.codec == "none" ? facts.codecTag : facts.codec
    let kind = [facts.kind.rawValue, codec].compactMap { $0 }.joined(separator: ", ")
    let known = losses.firstIndex { !$0.tracks.isEmpty && ($0.kind, $0.reason) == (kind, reason) }
    guard let known else { return losses.append(Loss(tracks: [facts.id], kind: kind, reason: reason)) }
    losses[known].tracks.append(facts.id)
  }

  /// Adds what is no track.
  mutating func add(_ parts: [String]) { losses += parts.map { Loss(tracks: [], kind: $0, reason: "") } }

  /// One for each reason: `tracks 3, 4 (metadata, mebx): not written into mp4`.
  var texts: [String] {
    losses.map { loss in
      guard !loss.tracks.isEmpty else { return loss.kind }
      let numbers = loss.tracks.map(String.init).joined(separator: ", ")
      return "track\(loss.tracks.count > 1 ? "s" : "") \(numbers) (\(loss.kind)): \(loss.reason)"
    }
  }
}
