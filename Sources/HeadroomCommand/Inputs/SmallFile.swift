internal import Glibc
internal import Headroom

/// A file that is small by its nature, such as a list or a text; `-` is standard input. What is larger, or has no end, is
/// something else and is not read on.
struct SmallFile {
  /// All of the file, or its beginning where it is larger than it may be.
  private(set) var bytes: [UInt8] = []
  private(set) var isWhole = false

  init(_ path: String, atMost largest: Int) throws(CommandError) {
    let descriptor =
      path == "-"
      ? dup(StandardStreams.input) : unsafe SystemPath.withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
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

  private static func unreadable(_ path: String) -> CommandError {
    CommandError(.input, file: path, "cannot be read: \(unsafe String(cString: strerror(errno)))")
  }
}
