internal import Glibc

/// A file that is small by its nature, such as a list or a text; `-` is standard input. An input that is larger, or
/// endless, is something else and is not read further.
package struct SmallFile {
  /// The whole file, or its beginning where it is larger than allowed.
  package private(set) var bytes: [UInt8] = []
  package private(set) var isWhole = false

  /// - Throws: ``ImageIOError/unreadable(path:reason:)``.
  package init(_ path: String, atMost largest: Int) throws(ImageIOError) {
    let descriptor =
      path == "-" ? dup(0) : unsafe SystemPath.withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.unreadable(path) }
    defer { close(descriptor) }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while !isWhole, bytes.count <= largest {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw Self.unreadable(path) }
      if count > 0 { bytes += block[..<count] }
      isWhole = count == 0
    }
  }

  /// Whether a path leads to a regular file, links followed: all others may block until another process writes to them.
  package static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe SystemPath.withCString(path) { unsafe stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func unreadable(_ path: String) -> ImageIOError {
    .unreadable(path: path, reason: FileBytes.systemReason())
  }
}
