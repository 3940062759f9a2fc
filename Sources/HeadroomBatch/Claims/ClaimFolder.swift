internal import Glibc
internal import HeadroomContainers

/// The files of a folder of claims: made whole by `link`, which on every file system that machines share either makes a name or
/// finds that it is there.
struct ClaimFolder {
  let path: String
  /// A name that no other process has.
  let owner: String

  private static let hidden = ".claim-"
  /// Larger than any file of a claim.
  private static let largest = 4096

  /// Makes the folder where it is missing.
  init(path: String, owner: String) throws(BatchError) {
    (self.path, self.owner) = (path, owner)
    guard unsafe SystemPath.withCString(path, { unsafe mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
    throw .system(.output, file: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of all files.
  func names() throws(BatchError) -> [String] {
    guard let names = FolderEntries.names(in: path, where: { $0 != "." && $0 != ".." }) else {
      throw .system(.output, file: path)
    }
    return names
  }

  func exists(_ name: String) -> Bool {
    var status = stat()
    return unsafe SystemPath.withCString(file(name)) { unsafe lstat($0, &status) } == 0
  }

  /// What a file says; nil where it cannot be read or is too long to be of a claim. It is opened anew each time: only so do
  /// shared file systems give what another machine wrote.
  func content(_ name: String) -> String? {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let descriptor = unsafe SystemPath.withCString(file(name)) { unsafe open($0, flags) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.largest)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0, count < Self.largest else { return nil }
    return String(validating: bytes[..<count], as: UTF8.self)
  }

  /// Makes a file with a content. False where its name is taken.
  func make(_ name: String, _ content: String) throws(BatchError) -> Bool {
    let temporary = file(Self.hidden + owner)
    // The end of another process's batch removes what is hidden; then it is made once more.
    for _ in 0..<10 {
      try write(content, to: temporary, flags: O_CREAT | O_TRUNC)
      let made = unsafe SystemPath.withCString(temporary) { one in
        unsafe SystemPath.withCString(file(name)) { other in unsafe link(one, other) }
      }
      let problem = made == 0 ? 0 : errno
      remove(Self.hidden + owner)
      switch problem {
      case 0: return true
      case EEXIST: return false
      case ENOENT: continue
      default: throw .system(.output, file: file(name), problem)
      }
    }
    throw .system(.output, file: file(name), ENOENT)
  }

  /// Replaces the content of a file by one of the same length. False where the file is gone.
  func rewrite(_ name: String, _ content: String) throws(BatchError) -> Bool {
    do throws(BatchError) { try write(content, to: file(name), flags: 0) } catch {
      if !exists(name) { return false }
      throw error
    }
    return true
  }

  private func write(_ content: String, to path: String, flags: Int32) throws(BatchError) {
    let descriptor = unsafe SystemPath.withCString(path) {
      unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | flags, 0o666)
    }
    guard descriptor >= 0 else { throw .system(.output, file: path) }
    defer { close(descriptor) }
    let bytes = Array(content.utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count, fsync(descriptor) == 0 else {
      throw .system(.output, file: path, count >= 0 && count < bytes.count ? ENOSPC : errno)
    }
  }

  func remove(_ name: String) { _ = unsafe SystemPath.withCString(file(name)) { unsafe unlink($0) } }

  /// Removes what processes that died have left unnamed.
  func removeHidden() throws(BatchError) {
    for name in try names() where name.hasPrefix(Self.hidden) { remove(name) }
  }
}
