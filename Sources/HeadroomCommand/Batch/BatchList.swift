internal import Glibc
internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// `--files-from` of a batch: a line is `input` or `input<TAB>stem`. It may be of any length, and is read once.
struct BatchList {
  /// Calls `body` with each input and its stem, empty where none is given.
  ///
  /// - Parameters:
  ///   - path: the list; `-` is standard input.
  ///   - endsWithNull: whether a zero byte ends each entry, not a line feed.
  static func forEach(
    in path: String, endsWithNull: Bool, _ body: (_ input: String, _ stem: String) throws(PictureError) -> Void
  ) throws(PictureError) {
    do {
      var lines = try LineReader(
        path: path, separator: endsWithNull ? 0 : UInt8(ascii: "\n"), longest: 4 * Int(PATH_MAX))
      while let line = try lines.next() {
        var bytes = line.bytes[...]
        // Lists from other systems end lines with CR LF.
        if !endsWithNull, bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
        if bytes.isEmpty, !line.isTooLong { continue }
        let (input, stem) = try entry(bytes, isTooLong: line.isTooLong, number: line.number, of: path)
        try body(input, stem)
      }
    } catch {
      throw PictureError(batch: error, file: path)
    }
  }

  private static func entry(
    _ bytes: ArraySlice<UInt8>, isTooLong: Bool, number: Int, of list: String
  ) throws(PictureError) -> (input: String, stem: String) {
    // The last tab counts: a name with one needs a stem as well.
    let tab = bytes.lastIndex(of: UInt8(ascii: "\t"))
    let name = tab.map { bytes[..<$0] } ?? bytes
    guard !isTooLong, !name.isEmpty, name.count < Int(PATH_MAX), !bytes.contains(0) else {
      throw PictureError(.usage, file: list, part: "line \(number)", "is no name of a file")
    }
    guard let tab else { return (SystemPath.string(name), "") }
    let stem = SystemPath.string(bytes[bytes.index(after: tab)...])
    guard NameTemplate.staysBelow(stem) else {
      throw PictureError(
        .usage, file: list, part: "line \(number)",
        stem.isEmpty ? "nothing follows the tab" : "the stem '\(stem)' leaves the output directory")
    }
    return (SystemPath.string(name), stem)
  }
}
