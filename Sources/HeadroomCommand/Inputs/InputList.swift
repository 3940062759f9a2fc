internal import Headroom
internal import HeadroomPictures

/// The inputs of a command line: named files, files in lists, and the pictures in folders.
struct InputList {
  private(set) var files: [InputFile] = []
  /// Files in the folders whose names are not those of pictures.
  private(set) var others: [String] = []

  /// - Parameters:
  ///   - named: the names on the command line.
  ///   - outputDirectory: the folder for results: nothing in it is an input.
  init(_ named: [String], _ options: InputOptions, outputDirectory: String? = nil) throws(PictureError) {
    var names = named
    if let list = options.filesFrom {
      if list == "-", named.contains("-") { throw .usage("standard input is the list of --files-from and no picture") }
      names += try NameList(path: list, separator: options.endsWithNull ? 0 : UInt8(ascii: "\n")).names
    }
    guard options.recursive else {
      if names.count == 1, OutputFile.isDirectory(names[0]) {
        throw PictureError(.input, file: names[0], "is a folder; --recursive takes the pictures in it")
      }
      files = names.map { InputFile(path: $0) }
      return
    }
    let walk = FolderWalk(leavingOut: outputDirectory)
    for name in names {
      guard name != "-", OutputFile.isDirectory(name) else {
        files.append(InputFile(path: name))
        continue
      }
      let found = walk.contents(of: name)
      files += found.pictures
      others += found.others
    }
    if files.isEmpty { throw PictureError(.input, file: names.first, "there are no pictures in it") }
  }
}
