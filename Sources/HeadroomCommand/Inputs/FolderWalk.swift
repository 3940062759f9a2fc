internal import Glibc
internal import Headroom
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomRAW

/// The pictures in folders and their subfolders, in the order of their names.
///
/// A link to a folder is not followed, so that circular links are harmless; a link to a picture is. The folder for
/// results is left out, otherwise a second run would take the results of the first.
struct FolderWalk {
  private let excluded: FileIdentity?
  private let extensions: Set<String>

  init(leavingOut folder: String?) {
    excluded = folder.flatMap { FileIdentity(of: $0) }
    extensions = Set(ImageFormats.all.flatMap { $0.extensions })
  }

  /// The contents of a folder and its subfolders.
  struct Contents {
    var pictures: [InputFile] = []
    /// Paths of files whose names are not those of pictures, and of dangling links.
    var others: [String] = []
  }

  func contents(of folder: String) -> Contents {
    var found = Contents()
    // Folders still to be read, the next one last, by their paths below the first.
    var pending = [""]
    while let below = pending.popLast() {
      let path = below.isEmpty ? folder : Self.joined(folder, below)
      guard let entries = Self.entries(of: path) else {
        // It is reported in its turn, like a file that cannot be read.
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

/// Identifies a file independently of its name.
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
