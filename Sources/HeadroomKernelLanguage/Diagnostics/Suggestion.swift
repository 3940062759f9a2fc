/// "Did you mean" suggestions: the nearest known name.
enum Suggestion {
  /// The closest candidate, where it is close enough to be a likely intention.
  static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.utf8.prefix(64))
    // Any two names of one letter differ by one letter.
    let allowed = wanted.count < 3 ? 0 : wanted.count / 3
    var best: (name: String, distance: Int)?
    var edits = EditDistance(wanted)
    for candidate in candidates where abs(candidate.utf8.count - wanted.count) <= allowed && candidate != name {
      guard let distance = edits.distance(to: candidate, atMost: best?.distance ?? allowed) else { continue }
      if let best, (best.distance, best.name) <= (distance, candidate) { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  static func hint(for name: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: name, among: candidates).map { "did you mean '\($0)'?" }
  }
}

/// The number of letters to change, insert, remove or swap with their neighbour; a change of case costs nothing but
/// does not count as equal.
///
/// A misspelt name is compared with hundreds: only three rows of the table are kept, and the search ends when no path
/// is short enough.
private struct EditDistance {
  private let wanted: [UInt8]
  private let letters: [UInt8]
  private var other: [UInt8] = []
  private var (before, above, row): ([Int], [Int], [Int]) = ([], [], [])

  init(_ wanted: [UInt8]) {
    self.wanted = wanted
    letters = wanted.map(Self.folded)
  }

  /// The distance to a name; nil where it exceeds the limit.
  mutating func distance(to name: String, atMost limit: Int) -> Int? {
    other.removeAll(keepingCapacity: true)
    other.append(contentsOf: name.utf8)
    above = Array(0...other.count)
    before = above
    row = above
    for i in wanted.indices {
      let shortest = addRow(i)
      if shortest > limit, (above.min() ?? 0) > limit { return nil }
      (before, above, row) = (above, row, before)
    }
    let distance = above[other.count]
    return distance <= limit ? distance : nil
  }

  /// Adds the next row of the table; returns its smallest number.
  private mutating func addRow(_ i: Int) -> Int {
    row[0] = i + 1
    var least = i + 1
    for j in other.indices {
      let isSame = letters[i] == Self.folded(other[j])
      var cost = min(above[j + 1] + 1, row[j] + 1, above[j] + (isSame ? 0 : 1))
      if i > 0, j > 0, wanted[i] == other[j - 1], wanted[i - 1] == other[j] { cost = min(cost, before[j - 1] + 1) }
      row[j + 1] = cost
      least = min(least, cost)
    }
    return least
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
