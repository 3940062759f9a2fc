internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// The inputs of a run.
struct BatchInputs: Sendable {
  private(set) var all: [BatchInput] = []
  /// Inputs of the whole list.
  private(set) var listedCount = 0
  /// Entries that were in the list before.
  private(set) var repeatedCount = 0
  /// Files of folders that are no pictures by their names.
  private(set) var others: [String] = []
  private var places: [Int: Int32] = [:]
  /// Places of inputs whose hash another input has.
  private var rarePlaces: [ByteName: Int32] = [:]

  /// Digits of the last input's number.
  var digits: Int { String(listedCount).count }

  /// - Parameters:
  ///   - named: folders and files of the command line.
  ///   - outputDirectory: nothing in it is an input.
  init(_ named: [String], _ options: InputOptions, outputDirectory: String) throws(PictureError) {
    if let list = options.filesFrom {
      try BatchList.forEach(in: list, endsWithNull: options.endsWithNull) { input, stem throws(PictureError) in
        try add(BatchInput(path: input, stem: stem, number: listedCount + 1))
      }
    }
    let walk = FolderWalk(leavingOut: outputDirectory)
    for name in named {
      guard OutputFile.isDirectory(name) else {
        try add(BatchInput(InputFile(path: name), number: listedCount + 1))
        continue
      }
      guard options.recursive else {
        throw .usage("\(name) is a folder; --recursive takes the pictures in it")
      }
      let found = walk.contents(of: name)
      for file in found.pictures { try add(BatchInput(file, number: listedCount + 1)) }
      others += found.others
    }
    if listedCount == 0 { throw PictureError(.input, file: options.filesFrom ?? named.first, "there are no inputs") }
  }

  private mutating func add(_ input: BatchInput) throws(PictureError) {
    if input.path == "-" { throw .usage("standard input is no input of a batch") }
    if let known = place(of: input.path) {
      guard ByteName(all[known].stem) == ByteName(input.stem) else {
        throw .usage("\(input.path) is listed twice, as '\(all[known].stem)' and as '\(input.stem)'")
      }
      repeatedCount += 1
      return
    }
    listedCount += 1
    register(input.path, at: all.count)
    all.append(input)
  }

  private mutating func register(_ path: String, at place: Int) {
    let name = ByteName(path)
    if places[name.hashValue] == nil {
      places[name.hashValue] = Int32(clamping: place)
    } else {
      rarePlaces[name] = Int32(clamping: place)
    }
  }

  /// The place of an input in ``all``.
  func place(of path: String) -> Int? {
    let name = ByteName(path)
    guard let place = places[name.hashValue].map(Int.init) else { return nil }
    return ByteName(all[place].path) == name ? place : rarePlaces[name].map(Int.init)
  }

  /// Leaves out what is not in a shard.
  mutating func keep(_ shard: Shard) throws(PictureError) {
    let whole = all
    (all, places, rarePlaces) = ([], [:], [:])
    do throws(BatchError) {
      for input in whole where try shard.contains(input.path) {
        register(input.path, at: all.count)
        all.append(input)
      }
    } catch {
      throw PictureError(error)
    }
  }
}
