import Foundation
import HeadroomTestSupport

/// Code of the tests that a page shows.
enum PrintedCode {
  /// Whether a page shows lines of a source file. Where the lines break is the formatter's business.
  ///
  /// - Parameter lines: numbers, counted from 1.
  static func isShown(_ lines: ClosedRange<Int>, of file: String, by page: String) throws -> Bool {
    let text = try String(contentsOf: TestData.packageRoot.appending(path: page), encoding: .utf8)
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let all = source.split(separator: "\n", omittingEmptySubsequences: false)
    let code = words(all[(lines.lowerBound - 1)...(lines.upperBound - 1)].joined())
    return !code.isEmpty && words(text).contains(code)
  }

  private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
