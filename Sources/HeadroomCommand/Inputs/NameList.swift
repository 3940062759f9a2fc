internal import Glibc
internal import Headroom

/// Names of files from a file or standard input, one a line or each with a zero byte behind it.
struct NameList {
  let names: [String]

  /// More than any list of files takes: what is larger, or has no end, is something else.
  private static let largest = 256 << 20

  init(path: String, separator: UInt8) throws(CommandError) {
    let file = try Self.file(path)
    guard file.isWhole else { throw CommandError(.input, file: path, "is not a list of file names") }
    var names: [String] = []
    for part in file.bytes.split(separator: separator) {
      guard part.count < Int(PATH_MAX), separator == 0 || !part.contains(0) else {
        throw CommandError(.input, file: path, "is not a list of file names", offset: part.startIndex)
      }
      names.append(SystemPath.string(part))
    }
    if names.isEmpty { throw CommandError(.input, file: path, "names no files") }
    self.names = names
  }

  private static func file(_ path: String) throws(CommandError) -> SmallFile {
    do throws(ImageIOError) { return try SmallFile(path, atMost: largest) } catch {
      throw CommandError(error, file: path)
    }
  }
}
