internal import Glibc
internal import Headroom
internal import HeadroomPictures

/// An input of a batch as it is listed.
struct BatchInput: Sendable {
  let path: String
  /// What `{stem}` becomes; empty for the name without its extension.
  let stem: String
  /// The folders below a named one in which it was found; see ``InputFile/folder``.
  let folder: String
  /// Its number in the whole list, from 1.
  let number: Int

  init(_ file: InputFile, number: Int) { self.init(path: file.path, stem: "", folder: file.folder, number: number) }

  init(path: String, stem: String, folder: String = "", number: Int) {
    (self.path, self.stem, self.folder, self.number) = (path, stem, folder, number)
  }

  /// The name of one of its outputs below the output directory; nil where the name would leave it.
  ///
  /// - Parameters:
  ///   - digits: the number of digits of the last input's number.
  ///   - size: pixels of the result, where they are known.
  func name(of output: BatchPlan.Output, digits: Int, size: (width: Int, height: Int)?) -> String? {
    let file = InputFile(path: path)
    let name = output.name { field in
      switch field {
      case .stem: stem.isEmpty ? file.stem : stem
      case .name: file.name
      case .parent: ConversionTaskList.parent(of: path)
      case .index: padded(digits)
      case .ext: output.request.target.format.fileExtension
      case .format: output.request.target.format.name
      case .width: size.map { String($0.width) } ?? "{width}"
      case .height: size.map { String($0.height) } ?? "{height}"
      }
    }
    return name.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }

  private func padded(_ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}

/// What tells that a file is still the one that was read.
struct FileFingerprint: Hashable, Sendable {
  let size: Int
  /// Nanoseconds since 1970.
  let mtimeNs: Int
  /// Whether it is a plain file, which ends.
  let isPlain: Bool
  let isDirectory: Bool

  /// Nil where the system does not say.
  init?(of path: String) {
    var status = stat()
    guard unsafe SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    size = Int(status.st_size)
    mtimeNs = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
    isPlain = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}
