internal import Glibc
internal import Synchronization

/// What a developer has to know and no error can say: lines on standard error.
enum DeveloperNotes {
  private static let told = Mutex<[String: Int]>([:])

  /// Tells it, unless that many notes about the same thing were told before.
  static func tell(_ text: @autoclosure () -> String, about key: String, atMost limit: Int = 1) {
    let isNew = told.withLock { told in
      told[key, default: 0] += 1
      return told[key, default: 0] <= limit
    }
    guard isNew else { return }
    let line = Array("Headroom: \(text())\n".utf8)
    // Not through FileHandle, which throws an exception where the descriptor is closed.
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
