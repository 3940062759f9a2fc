internal import Glibc
internal import Headroom
internal import HeadroomPictures

/// File names from a file or standard input, one per line or each followed by a zero byte.
struct NameList {
  let names: [String]

  /// More than any list of files takes: anything larger or endless is something else.
  private static let largest = 32 << 20

  init(path: String, separator: UInt8) throws(PictureError) {
    let file = try Self.file(path)
    guard file.isWhole else {
      throw PictureError(.input, file: path, "has more than the \(Self.largest >> 20) MiB of names that are read")
    }
    var names: [String] = []
    let isLines = separator != 0
    for line in file.bytes.split(separator: separator) {
      // Lists from other systems end lines with CR LF.
      let part = isLines && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if part.isEmpty { continue }
      guard part.count < Int(PATH_MAX), separator == 0 || !part.contains(0) else {
        throw PictureError(.input, file: path, "is not a list of file names", offset: part.startIndex)
      }
      names.append(SystemPath.string(part))
    }
    if names.isEmpty { throw PictureError(.input, file: path, "names no files") }
    self.names = names
  }

  private static func file(_ path: String) throws(PictureError) -> SmallFile {
    do throws(ImageIOError) { return try SmallFile(path, atMost: largest) } catch {
      throw PictureError(error, file: path)
    }
  }
}
