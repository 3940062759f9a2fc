internal import CHeadroomSystem
internal import Glibc
internal import Synchronization

/// Hidden files left by processes that were killed before they could name or remove them.
///
/// ``AtomicFile`` holds a lock on its file while that has a hidden name, and the system releases the lock when a
/// process ends, however it ends. A hidden file of this kind that can be locked is therefore abandoned. Where the file
/// system has no locks nothing is removed.
enum LeftoverFiles {
  /// `.name.process.number.partial`
  package static let suffix = ".partial"

  /// The folders that have been searched: once in a process is enough.
  private static let seen = Mutex<Set<String>>([])

  package static func remove(from folder: String) {
    guard seen.withLock({ $0.insert(folder).inserted }) else { return }
    for name in FolderEntries.names(in: folder, where: isHidden) ?? [] { removeUnlessLocked("\(folder)/\(name)") }
  }

  private static func isHidden(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
    let numbers = name.dropFirst().dropLast(suffix.count).split(separator: ".", omittingEmptySubsequences: false)
      .suffix(2)
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }

  private static func removeUnlessLocked(_ path: String) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = unsafe SystemPath.withCString(path) { unsafe open($0, flags) }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      headroom_try_lock(descriptor) == 0, isFile(descriptor, at: path)
    else { return }
    _ = unsafe SystemPath.withCString(path) { unsafe unlink($0) }
  }

  /// Whether a path still names the open file.
  static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    guard unsafe fstat(descriptor, &open) == 0,
      unsafe SystemPath.withCString(path, { unsafe lstat($0, &named) }) == 0
    else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
