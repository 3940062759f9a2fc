/// An input and the folder in which it was found.
struct InputFile {
  let path: String
  /// The folders between a named folder and the file, such as `trip/day-1`; empty for named files.
  let folder: String

  init(path: String, folder: String = "") {
    self.path = path
    self.folder = folder
  }

  /// The name in its folder.
  var name: String { OutputFile.name(of: path) }

  /// The name without its extension; all of a name such as `.jpg`.
  var stem: String {
    let name = name
    return name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
  }
}
