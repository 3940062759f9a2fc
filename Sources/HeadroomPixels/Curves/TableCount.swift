internal import Synchronization

/// Counts the tables made for rows; a test reads the count before and after to see whether a table was made again.
package enum TableCount {
  private static let made = Atomic(0)

  /// Tables that the process has made so far.
  package static var value: Int { made.load(ordering: .relaxed) }

  package static func note() { made.add(1, ordering: .relaxed) }
}
