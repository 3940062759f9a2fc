internal import Glibc

/// The names in a folder.
package enum FolderEntries {
  /// The names that meet a condition, in the system's order; nil where the folder cannot be read.
  package static func names(in folder: String, where isWanted: (String) -> Bool) -> [String]? {
    guard let directory = unsafe SystemPath.withCString(folder, { unsafe opendir($0) }) else { return nil }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe name(of: entry)
      if isWanted(name) { names.append(name) }
    }
    return names
  }

  /// The system's entries are only as long as their names: the type's 256 bytes may reach beyond the end of memory, so
  /// the member is never copied.
  @unsafe
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    let place = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = unsafe UnsafeRawPointer(entry) + place
    let length = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
    return unsafe SystemPath.string(UnsafeRawBufferPointer(start: start, count: length))
  }
}
