internal import Glibc
internal import Headroom
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomRAW

/// The pictures in folders and the folders below, in the order of their names.
///
/// A link to a folder is not followed, so that links in a circle end nothing; a link to a picture is. The folder that
/// results are written to is left out, or a second run would take the results of the first.
struct FolderWalk {
  private let excluded: FileIdentity?
  private let extensions: Set<String>

  init(leavingOut folder: String?) {
    excluded = folder.flatMap { FileIdentity(of: $0) }
    extensions = Set(ImageFormats.all.flatMap { $0.extensions })
  }

  /// What a folder and the folders below hold.
  struct Contents {
    var pictures: [InputFile] = []
    /// Paths of files that are no pictures by their names, and of links that lead nowhere.
    var others: [String] = []
  }

  func contents(of folder: String) -> Contents {
    var found = Contents()
    // Folders that are still to be read, the next one last, by their names below the first.
    var pending = [""]
    while let below = pending.popLast() {
      let path = below.isEmpty ? folder : Self.joined(folder, below)
      guard let entries = Self.entries(of: path) else {
        // Its turn comes as that of a file that cannot be read.
        found.pictures.append(InputFile(path: path, folder: below))
        continue
      }
      var folders: [String] = []
      for name in entries {
        let whole = Self.joined(path, name)
        switch Self.kind(of: whole) {
        case .folder where excluded == nil || FileIdentity(of: whole) != excluded:
          folders.append(below.isEmpty ? name : "\(below)/\(name)")
        case .folder: break
        case .file where isPicture(name): found.pictures.append(InputFile(path: whole, folder: below))
        case .file, .other: found.others.append(whole)
        }
      }
      pending += folders.reversed()
    }
    return found
  }

  private func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  private enum Kind { case folder, file, other }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe SystemPath.withCString(path, { unsafe lstat($0, &status) }) == 0 else { return .other }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    guard unsafe SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else { return .other }
    return status.st_mode & S_IFMT == S_IFREG ? .file : .other
  }

  /// Names in a folder that do not begin with a dot, sorted; nil where it cannot be read.
  private static func entries(of folder: String) -> [String]? {
    FolderEntries.names(in: folder) { !$0.hasPrefix(".") }?.sorted()
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

/// What tells two files apart whatever their names.
struct FileIdentity: Hashable {
  private let device: UInt
  private let number: UInt

  init?(of path: String) {
    var status = stat()
    guard unsafe SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
