internal import HeadroomContainers

/// What the files of claims say: which list they are of, whose they are, and how often they were renewed.
struct ClaimContent: Hashable {
  let listing: String
  let owner: String
  let beat: Int

  private static let digits = 12

  /// All contents of a lease have the same length, so that a renewal replaces all of it.
  var text: String {
    let beat = String(beat)
    let padded = String(repeating: "0", count: max(Self.digits - beat.utf8.count, 0)) + beat
    return "headroom claim 1 \(listing) \(owner) \(padded)\n"
  }

  init(listing: String, owner: String, beat: Int) { (self.listing, self.owner, self.beat) = (listing, owner, beat) }

  /// Nil for what is no claim.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0] == "headroom", words[1] == "claim", words[2] == "1", words[5].hasSuffix("\n"),
      let beat = Shard.number(words[5].dropLast())
    else { return nil }
    self.init(listing: String(words[3]), owner: String(words[4]), beat: beat)
  }
}
