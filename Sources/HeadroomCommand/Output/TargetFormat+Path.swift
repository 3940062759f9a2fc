internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

extension TargetFormat {
  /// By `--format` if given, otherwise by the extension.
  init(path: String, format: String?) throws(PictureError) {
    if let format {
      try self.init(named: format)
      return
    }
    if path == "-" { throw .usage("standard output needs --format") }
    let name = OutputFile.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      throw .usage("'\(name)' has no extension; say --format")
    }
    try self.init(named: String(name[name.index(after: dot)...]))
  }

  /// The values of `--format`.
  static let completion = CompletionKind.list(ImageFormats.all.filter { $0.writer != nil }.map { $0.name })
}
