/// Suggests the names that were probably meant by one that does not exist: names of verbs, options, their values,
/// colour spaces, filters and their inputs, formats.
package enum NameSuggestion {
  /// ``; did you mean 'convert'?``, to follow a message; empty where nothing is near.
  package static func question(for name: String, among names: [String]) -> String {
    let quoted = nearest(to: name, among: names).map { "'\($0)'" }
    guard let last = quoted.last else { return "" }
    let list = quoted.count == 1 ? last : quoted.dropLast().joined(separator: ", ") + " or " + last
    return "; did you mean \(list)?"
  }

  /// The nearest names, at most three; equally near ones stay in the given order.
  package static func nearest(to name: String, among names: [String]) -> [String] {
    let wanted = folded(name)
    guard !wanted.isEmpty else { return [] }
    let costs = names.compactMap { candidate in cost(wanted, folded(candidate)).map { (candidate, $0) } }
    guard let least = costs.map(\.1).min() else { return [] }
    var nearest: [String] = []
    for (name, cost) in costs where cost == least && !nearest.contains(name) { nearest.append(name) }
    return Array(nearest.prefix(3))
  }

  /// The distance between two names, nil where they are not alike. A typing slip costs two; parts of names that users
  /// leave out (`dir` of `directory`, `CI`, `itur_`) cost more than one slip.
  private static func cost(_ wanted: [UInt8], _ candidate: [UInt8]) -> Int? {
    if wanted == candidate { return 0 }
    var costs: [Int] = []
    // Names of very different length are far apart without being compared: the given name may be as long as a file.
    let far = max(wanted.count, candidate.count) / 3
    if abs(wanted.count - candidate.count) <= far, case let distance = editDistance(wanted, candidate), distance <= far
    {
      costs.append(2 * distance)
    }
    if wanted.count >= 2, candidate.starts(with: wanted) { costs.append(3) }
    if candidate.count >= 3, wanted.starts(with: candidate) { costs.append(3) }
    if wanted.count >= 2, contains(candidate, wanted) { costs.append(5) }
    return costs.min()
  }

  /// Without case and separators, which users mix up.
  private static func folded(_ name: String) -> [UInt8] {
    name.lowercased().utf8.filter { !"-_ ".utf8.contains($0) }
  }

  private static func contains(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
  }

  /// The least number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
  package static func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      for column in 0..<second.count {
        var best = min(above[column + 1] + 1, current[column] + 1)
        best = min(best, above[column] + (first[row] == second[column] ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, above) = (above, current)
    }
    return above[second.count]
  }
}
