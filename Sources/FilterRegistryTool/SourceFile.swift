import Foundation

/// The lines of one Swift file.
package struct SourceFile {
  package let path: String
  package let lines: [Substring]

  package init(path: String) throws {
    self.init(path: path, text: try String(contentsOf: URL(filePath: path), encoding: .utf8))
  }

  /// A file that is in memory.
  package init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The file's name without `.swift`.
  package var stem: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }

  /// Folders of what builds on filters.
  private static let above: Set<Substring> = ["AutoAdjustment", "FilterXMP", "RecipeData"]
  /// Folders of what filters share.
  private static let shared: Set<Substring> = ["Definition", "Support"]

  private var folder: Substring { path.split(separator: "/").dropLast().last ?? "" }

  /// Whether the file must hold a filter: `HeadroomFilters/<Category>/CI....swift`.
  package var isFilter: Bool {
    stem.hasPrefix("CI") && !Self.above.contains(folder) && !Self.shared.contains(folder)
  }

  package func complaint(_ index: Int, _ text: String) -> Complaint {
    Complaint(file: path, line: index + 1, text: text)
  }

  /// The documentation comment that ends above a line, attributes in between skipped.
  package func comment(above index: Int) -> String {
    var first = index
    while first > 0, lines[first - 1].trimmed.hasPrefix("///") { first -= 1 }
    return lines[first..<index].map { line in
      let text = line.trimmed.dropFirst(3)
      return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }.joined(separator: "\n")
  }

  /// Kernels whose `apply` the compiler may leave out of line: their row loops would not vectorise.
  package func kernelsNotInlined() -> [Complaint] {
    guard !Self.above.contains(folder) else { return [] }
    return lines.indices.filter { index in
      guard lines[index].contains("func apply("), !lines[index].trimmed.hasPrefix("//") else { return false }
      let above = index > 0 ? lines[index - 1] : ""
      return !lines[index].contains("@inline(__always)") && !above.contains("@inline(__always)")
    }.map {
      complaint($0, "a kernel's apply must be marked @inline(__always), or its row loop runs 5 to 20 times slower")
    }
  }
}

extension Substring {
  /// What a line's beginning matches. A pattern is read anew whenever it is used, which takes a thousand times as long as to
  /// see that the line begins otherwise.
  func match<Output>(_ start: String, _ pattern: @autoclosure () -> Regex<Output>) -> Regex<Output>.Match? {
    hasPrefix(start) ? prefixMatch(of: pattern()) : nil
  }

  /// Without blanks at both ends.
  package var trimmed: Substring {
    let head = drop(while: \.isWhitespace)
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return head[...last]
  }
}
