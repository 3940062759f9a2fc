/// What of a file is left out: kinds of things, each with the names of the first ones.
struct OTIOWarnings {
  private static let mostNames = 12

  private var kinds: [(what: String, names: [String], others: Int)] = []

  /// - Parameter what: what happens to things of the kind: `effects are left out`.
  mutating func note(_ what: String, _ name: String) {
    let name = ProjectError.shown(name)
    guard let place = kinds.firstIndex(where: { $0.what == what }) else {
      kinds.append((what, [name], 0))
      return
    }
    if kinds[place].names.contains(name) { return }
    if kinds[place].names.count < Self.mostNames {
      kinds[place].names.append(name)
    } else {
      kinds[place].others += 1
    }
  }

  /// A sentence for each kind.
  var texts: [String] {
    kinds.map { kind in
      let names = kind.names.map { "'\($0)'" }.joined(separator: ", ")
      return "\(kind.what): \(names)\(kind.others > 0 ? " and others" : "")"
    }
  }
}
