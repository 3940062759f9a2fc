import Foundation
import HeadroomTestSupport

/// Documentation/VideoCoverage.md: what it says of each type.
struct CoveragePage {
  struct Entry {
    var present: [String] = []
    var own: [String] = []
    var absent: [String] = []
    /// Bullets that say why something is absent, or should.
    var reasons: [String] = []
  }

  private(set) var types: [(name: String, entry: Entry)] = []

  init() throws {
    let url = TestData.packageRoot.appending(path: "Documentation/VideoCoverage.md")
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("### ") { types.append((String(line.dropFirst(4)), Entry())) }
      guard !types.isEmpty, let place = types.indices.last else { continue }
      if line.hasPrefix("- Present: ") { types[place].entry.present += Self.names(line) }
      if line.hasPrefix("- Own: ") { types[place].entry.own += Self.names(line) }
      guard line.hasPrefix("- Absent: ") else { continue }
      let parts = line.split(separator: "`: ", maxSplits: 1)
      types[place].entry.absent += Self.names(parts[0] + "`")
      types[place].entry.reasons.append(parts.count == 2 ? String(parts[1]) : "")
    }
  }

  private static func names(_ line: Substring) -> [String] {
    line.matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}
