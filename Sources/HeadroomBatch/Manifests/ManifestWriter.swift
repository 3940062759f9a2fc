internal import CHeadroomSystem
internal import Glibc
internal import HeadroomContainers
internal import Synchronization

/// Appends records to a manifest: one write and one `fsync` for each, from several threads.
///
/// The file is locked as long as the writer lives, so that two processes do not write one manifest. Where the file system
/// has no locks there are none.
package final class ManifestWriter: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Whether the end of the file may be a piece of a record.
  private let isTorn = Mutex(false)

  /// Opens a manifest, or makes it. A last line that a dead process has left unfinished is cut off.
  ///
  /// - Throws: ``BatchError``: of kind `output` where it cannot be opened or is no plain file, `busy` where another process
  ///   writes it, `usage` where its last line is no piece of a record, so that it is another kind of file and stays as it is.
  package init(path: String) throws(BatchError) {
    self.path = path
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
    descriptor = unsafe SystemPath.withCString(path) { unsafe open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw .system(.output, file: path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(.output, file: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw BatchError(.output, file: path, "is no plain file") }
    guard headroom_try_lock(descriptor) == 0 || errno != EWOULDBLOCK else {
      throw BatchError(.busy, file: path, "another process writes this manifest")
    }
    try ManifestTail(path: path, descriptor: descriptor).cut()
    AtomicFile.synchronizeFolder(of: path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends a record and waits until it is on the disk.
  ///
  /// - Throws: ``BatchError`` of kind `output` where it cannot be written; the file then ends as before.
  package func append(_ record: ManifestRecord) throws(BatchError) {
    let line = record.line
    let problem = isTorn.withLock { isTorn in write(line, &isTorn) }
    if let problem { throw problem }
    // Outside the lock: the system writes the records of several threads at once.
    guard fsync(descriptor) == 0 else { throw .system(.output, file: path) }
  }

  private func write(_ line: [UInt8], _ isTorn: inout Bool) -> BatchError? {
    if isTorn {
      do throws(BatchError) { try ManifestTail(path: path, descriptor: descriptor).cut() } catch { return error }
      isTorn = false
    }
    let count = unsafe line.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count == line.count { return nil }
    // A disk that is full takes a part and then says nothing.
    let problem = BatchError.system(.output, file: path, count < 0 ? errno : ENOSPC)
    isTorn = count > 0
    if isTorn, (try? ManifestTail(path: path, descriptor: descriptor).cut()) != nil { isTorn = false }
    return problem
  }
}
