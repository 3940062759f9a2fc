import Foundation

/// Collects the results and writes them as Markdown.
struct Report {
  private var lines: [String] = []

  mutating func section(_ title: String, _ body: (inout Report) throws -> Void) throws {
    say("\n## \(title)\n")
    say("| against | faster in wall time | in CPU time | here, wall / CPU s | there, wall / CPU s | wanted |")
    say("|---|---|---|---|---|---|")
    do {
      try body(&self)
    } catch let error as BenchmarkError {
      note("Not measured: \(error)")
    }
  }

  mutating func add(_ comparison: Comparison, wanted: String, isInverse: Bool = false, remark: String? = nil) {
    func seconds(_ costs: [Cost]) -> String {
      "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
    }
    // For a bound "at most N times its time" the readable ratio is ours by theirs.
    let (wall, cpu) = isInverse ? (comparison.wall.inverse, comparison.cpu.inverse) : (comparison.wall, comparison.cpu)
    let unit = isInverse ? "x its time" : "x"
    say(
      "| \(comparison.title) | \(wall)\(unit) | \(cpu)\(unit) | \(seconds(comparison.ours)) | "
        + "\(seconds(comparison.theirs)) | \(wanted)\(remark.map { "; " + $0 } ?? "") |")
  }

  /// Begins a table of other columns; its rows follow by ``row(_:)``.
  mutating func table(_ title: String, _ columns: [String]) {
    say("\n## \(title)\n")
    row(columns)
    row(columns.map { _ in "---" })
  }

  mutating func row(_ cells: [String]) { say("| \(cells.joined(separator: " | ")) |") }

  mutating func note(_ text: String) { say("\n\(text)\n") }

  private mutating func say(_ line: String) {
    lines.append(line)
    print(line)
  }

  func write(rounds: Int) throws {
    let head = """
      # Benchmarks

      Written by `make bench`. Ours and the peer's runs alternate in one session; each number is the median of \(rounds)
      rounds with the smallest and the largest in brackets. Ratios travel between machines, seconds do not.

      Machine: \(Self.processor), \(ProcessInfo.processInfo.activeProcessorCount) processors; Swift, release build of commit
      \(Repository.commit).

      """
    let text = head + lines.joined(separator: "\n") + "\n"
    try text.write(toFile: Repository.path("Benchmarks/RESULTS.md"), atomically: true, encoding: .utf8)
  }

  private static var processor: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line.map { String($0.split(separator: ":")[1].drop { $0 == " " }) } ?? "unknown processor"
  }
}
