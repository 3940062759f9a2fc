internal import Glibc
internal import Headroom

/// Names of files from a file or standard input, one a line or each with a zero byte behind it.
struct NameList {
  let names: [String]

  /// More than any list of files takes: what is larger, or has no end, is something else.
  private static let largest = 256 << 20

  init(path: String, separator: UInt8) throws(CommandError) {
    let bytes = try Self.bytes(path)
    var names: [String] = []
    for part in bytes.split(separator: separator) {
      guard part.count < Int(PATH_MAX), separator == 0 || !part.contains(0) else {
        throw CommandError(.input, file: path, "is not a list of file names", offset: part.startIndex)
      }
      names.append(SystemPath.string(part))
    }
    if names.isEmpty { throw CommandError(.input, file: path, "names no files") }
    self.names = names
  }

  private static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
    let descriptor =
      path == "-"
      ? dup(StandardStreams.input) : unsafe SystemPath.withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw unreadable(path)
      }
      bytes += block[..<count]
      guard bytes.count <= largest else { throw CommandError(.input, file: path, "is not a list of file names") }
    }
  }

  private static func unreadable(_ path: String) -> CommandError {
    CommandError(.input, file: path, "cannot be read: \(unsafe String(cString: strerror(errno)))")
  }
}
