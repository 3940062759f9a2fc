/// A place in a JSON document: `/tracks/0/clips` (RFC 6901).
package struct JSONPath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  package var steps: [Step]

  package static let root = JSONPath(steps: [])

  package init(steps: [Step]) { self.steps = steps }

  package func appending(_ key: String) -> JSONPath { JSONPath(steps: steps + [.key(key)]) }
  package func appending(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.index(index)]) }
}

extension JSONPath: CustomStringConvertible {
  /// Empty for the whole document. Long keys are cut, since paths are for messages.
  package var description: String { steps.map { "/" + $0.text }.joined() }
}

extension JSONPath.Step {
  private static let longestKey = 120

  fileprivate var text: String {
    switch self {
    case .index(let index): return String(index)
    case .key(let key):
      var text = ""
      for scalar in key.unicodeScalars.prefix(Self.longestKey) {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
      return key.unicodeScalars.dropFirst(Self.longestKey).isEmpty ? text : text + "..."
    }
  }
}
