/// The comments on the properties of the typed filters' protocols, which also describe the inputs under key access.
package struct ProtocolComments {
  private struct Entry {
    var parents: [String]
    var comments: [String: String]
  }

  private var protocols: [String: Entry] = [:]
  /// Protocols that all filters share whose definition conforms to the protocol under which they are kept.
  private var shared: [String: [String]] = [:]

  package init(_ sources: [SourceFile]) {
    for source in sources {
      read(source)
      for line in source.lines {
        guard let match = line.match("extension", /extension BuiltInFilter: (\w+) where Definition: (\w+)/) else {
          continue
        }
        shared[String(match.2), default: []].append(String(match.1))
      }
    }
  }

  private mutating func read(_ source: SourceFile) {
    var current: String?
    for (index, line) in source.lines.enumerated() {
      if let match = line.match("public protocol", /public protocol (\w+): ([\w, &]+)/) {
        current = String(match.1)
        let parents = match.2.split { !($0.isLetter || $0.isNumber) }.map(String.init)
        protocols[String(match.1)] = Entry(parents: parents, comments: [:])
      } else if line == "}" {
        current = nil
      } else if let name = current, let match = line.match("  var", /\ \ var (\w+):/) {
        protocols[name]?.comments[String(match.1)] = source.comment(above: index)
      }
    }
  }

  /// The comments, by property, of the protocols that a file's filter conforms to.
  package func comments(for source: SourceFile) -> [String: String] {
    let own = source.lines.compactMap { line in
      line.match("extension", /extension BuiltInFilter: (\w+) where Definition ==/).map { String($0.1) }
    }
    let kinds = source.lines.compactMap { $0.match("struct", /struct \w+: ([\w, ]+) \{/)?.1 }.flatMap {
      $0.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
    return (own + kinds.flatMap { shared[$0] ?? [] }).reduce(into: [:]) {
      $0.merge(inherited($1)) { first, _ in first }
    }
  }

  private func inherited(_ name: String) -> [String: String] {
    guard let entry = protocols[name] else { return [:] }
    return entry.parents.reduce(into: entry.comments) { $0.merge(inherited($1)) { own, _ in own } }
  }
}
