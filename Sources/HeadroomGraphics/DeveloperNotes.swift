internal import Glibc
internal import Synchronization

/// Notes for developers that no error can carry: lines on standard error.
package enum DeveloperNotes {
  private static let told = Mutex<[String: Int]>([:])
  /// More keys than programs have; those made from data could be without end.
  private static let mostKeys = 100_000

  /// Prints a note, unless `limit` notes about the same key were printed before.
  package static func log(_ text: @autoclosure () -> String, about key: String, atMost limit: Int = 1) {
    let isNew = told.withLock { told in
      guard told.count < mostKeys || told[key] != nil else { return false }
      told[key, default: 0] += 1
      return told[key, default: 0] <= limit
    }
    guard isNew else { return }
    let line = Array("Headroom: \(text())\n".utf8)
    // Not through FileHandle, which throws an exception where the descriptor is closed.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Names keys of a dictionary of options that are ignored.
  ///
  /// - Parameters:
  ///   - keys: the dictionary's.
  ///   - known: those that count.
  ///   - owner: what takes the options, such as `CIContext`.
  package static func ignored(_ keys: some Sequence<String>, butFor known: Set<String>, by owner: String) {
    for key in keys where !known.contains(key) { log("\(owner) ignores the option '\(key)'", about: "\(owner) \(key)") }
  }
}
