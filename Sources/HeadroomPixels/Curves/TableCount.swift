internal import Synchronization

/// Counts tables that are made for rows: who looks whether a table is made anew reads it before and after.
package enum TableCount {
  private static let made = Atomic(0)

  /// Tables that the process has made so far.
  package static var value: Int { made.load(ordering: .relaxed) }

  package static func note() { made.add(1, ordering: .relaxed) }
}
