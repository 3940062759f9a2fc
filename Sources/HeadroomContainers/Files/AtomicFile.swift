internal import CHeadroomSystem
internal import Glibc
internal import HeadroomPixels
internal import Synchronization

/// A file that appears under its name completely or not at all.
///
/// The bytes go into a file without a name in the target's folder, which the system removes by itself however the
/// process ends; ``commit(replacing:isDurable:)`` gives it the name. File systems without such files get one with
/// a hidden name beside the target, which is removed when the value is destroyed without a commit. Such files of a
/// killed process are removed when the next process writes into that folder (``LeftoverFiles``). A symbolic link
/// is followed and keeps its target, even one that does not exist yet. Devices and pipes are written directly:
/// there is nothing to replace.
package struct AtomicFile: ~Copyable {
  /// The path as given.
  package let path: String
  private let target: String
  private let kind: Kind
  private var descriptor: Int32
  private var isCommitted = false

  private enum Kind: Equatable {
    case unnamed
    case temporary(String)
    case direct
  }

  private static let counter = Atomic<UInt32>(0)

  /// The hidden names in use in this process. A process that is interrupted removes them with ``removeUnfinished()``.
  private static let hiddenNames = Mutex<Set<String>>([])

  /// Removes this process's hidden files that have not got their names yet, and ends the process; for signal handlers.
  /// No new file can be begun in between.
  package static func removeUnfinished(andThen end: () -> Never) -> Never {
    hiddenNames.withLock { names in
      for name in names { Self.remove(name) }
      end()
    }
  }

  private static func forget(_ name: String) { _ = hiddenNames.withLock { $0.remove(name) } }

  /// Opens a file to be written.
  ///
  /// - Throws: ``ImageIOError/unwritable(path:reason:)`` when the target is a folder or its folder cannot be written.
  package init(path: String) throws(ImageIOError) {
    let opened = try Self.open(path)
    self.path = path
    target = opened.target
    kind = opened.kind
    descriptor = opened.descriptor
  }

  private static func open(
    _ path: String
  ) throws(ImageIOError) -> (target: String, kind: Kind, descriptor: Int32) {
    var status = stat()
    let exists = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) } == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw .unwritable(path: path, reason: "is a directory") }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return (path, .direct, try open(path, flags: O_WRONLY | O_CLOEXEC, mode: 0, for: path))
    }
    let target = try exists ? resolved(path) : linkTarget(path)
    LeftoverFiles.remove(from: folder(of: target))
    // A new file gets the permissions that the umask leaves; one that replaces another file keeps that file's.
    let mode = exists ? status.st_mode & 0o777 : 0o666
    let unnamed = unsafe SystemPath.withCString(folder(of: target)) { unsafe headroom_open_unnamed($0, UInt32(mode)) }
    if unnamed >= 0 {
      if exists { fchmod(unnamed, mode) }
      // The lock matters for the moment in which the file has a hidden name; see LeftoverFiles.
      _ = headroom_try_lock(unnamed)
      return (target, .unnamed, unnamed)
    }
    let (temporary, named) = try openHidden(for: target, mode: mode, path: path)
    if exists { fchmod(named, mode) }
    return (target, .temporary(temporary), named)
  }

  /// A new file with a hidden name, locked.
  private static func openHidden(
    for target: String, mode: mode_t, path: String
  ) throws(ImageIOError) -> (name: String, descriptor: Int32) {
    while true {
      let name = temporaryName(for: target)
      let descriptor: Int32
      do throws(ImageIOError) {
        descriptor = try open(name, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: mode, for: path)
      } catch {
        forget(name)
        throw error
      }
      // A search for leftovers between these two calls may have taken it for one.
      if headroom_try_lock(descriptor) == 0 || errno != EWOULDBLOCK, LeftoverFiles.isFile(descriptor, at: name) {
        return (name, descriptor)
      }
      close(descriptor)
      remove(name)
      forget(name)
    }
  }

  private static func remove(_ name: String) { _ = unsafe SystemPath.withCString(name) { unsafe unlink($0) } }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard case .temporary(let name) = kind else { return }
    if !isCommitted { Self.remove(name) }
    Self.forget(name)
  }

  /// Appends bytes.
  package mutating func write(_ bytes: [UInt8]) throws(ImageIOError) {
    let isWritten = unsafe bytes.withUnsafeBytes { unsafe writeAll($0) }
    if !isWritten { throw .unwritable(path: path, reason: Self.systemReason()) }
  }

  /// Appends bytes.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(ImageIOError) {
    guard unsafe writeAll(bytes) else { throw .unwritable(path: path, reason: Self.systemReason()) }
  }

  /// The open file, for libraries that write by themselves.
  package var fileDescriptor: Int32 { descriptor }

  /// Whether written bytes can be replaced: not in devices and pipes.
  package var canReplace: Bool { kind != .direct }

  /// Overwrites bytes that have been written, from `offset` on.
  package mutating func replace(at offset: Int, with bytes: [UInt8]) throws(ImageIOError) {
    let end = lseek(descriptor, 0, Int32(SEEK_CUR))
    guard end >= 0, lseek(descriptor, offset, Int32(SEEK_SET)) == offset else {
      throw .unwritable(path: path, reason: Self.systemReason())
    }
    try write(bytes)
    guard lseek(descriptor, end, Int32(SEEK_SET)) == end else {
      throw .unwritable(path: path, reason: Self.systemReason())
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let written = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
    return true
  }

  /// Gives the complete file its name.
  ///
  /// - Parameters:
  ///   - replacing: whether an existing file may be replaced; it stays until the new one takes its place.
  ///   - isDurable: whether to wait until the file is on the disk, so that it outlives a power cut.
  /// - Throws: ``ImageIOError/unwritable(path:reason:)``, ``ImageIOError/cancelled`` where the work of this writing
  ///   was cancelled; the target is then unchanged.
  package consuming func commit(replacing: Bool = true, isDurable: Bool = false) throws(ImageIOError) {
    if TaskContext.isCancelled { throw .cancelled }
    if isDurable, kind != .direct, fdatasync(descriptor) != 0 {
      throw .unwritable(path: path, reason: Self.systemReason())
    }
    switch kind {
    case .direct: break
    case .unnamed: try publishUnnamed(replacing: replacing)
    case .temporary(let name): try publish(name, replacing: replacing)
    }
    isCommitted = true
    let closing = close(descriptor)
    descriptor = -1
    guard closing == 0 else { throw .unwritable(path: path, reason: Self.systemReason()) }
    if isDurable { Self.synchronizeFolder(of: target) }
  }

  /// Writes a whole file.
  package static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool = true, isDurable: Bool = false
  ) throws(ImageIOError) {
    var file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit(replacing: replacing, isDurable: isDurable)
  }
}

extension AtomicFile {
  private func publishUnnamed(replacing: Bool) throws(ImageIOError) {
    if unsafe SystemPath.withCString(target, { unsafe headroom_name_unnamed(descriptor, $0) }) == 0 { return }
    guard errno == EEXIST, replacing else { throw failure() }
    // A link cannot replace a file; a rename can, so the file gets a hidden name for a moment.
    let temporary = Self.temporaryName(for: target)
    defer { Self.forget(temporary) }
    guard unsafe SystemPath.withCString(temporary, { unsafe headroom_name_unnamed(descriptor, $0) }) == 0 else {
      throw failure()
    }
    guard Self.rename(temporary, to: target) else {
      let error = failure()
      Self.remove(temporary)
      throw error
    }
  }

  private static func rename(_ name: String, to target: String) -> Bool {
    unsafe SystemPath.withCString(name) { from in
      unsafe SystemPath.withCString(target) { unsafe Glibc.rename(from, $0) == 0 }
    }
  }

  private static func link(_ name: String, as target: String) -> Bool {
    unsafe SystemPath.withCString(name) { from in
      unsafe SystemPath.withCString(target) { unsafe Glibc.link(from, $0) == 0 }
    }
  }

  private func publish(_ temporary: String, replacing: Bool) throws(ImageIOError) {
    if !replacing {
      guard Self.link(temporary, as: target) else { throw failure() }
      Self.remove(temporary)
      return
    }
    guard Self.rename(temporary, to: target) else { throw failure() }
  }

  private func failure() -> ImageIOError { .unwritable(path: path, reason: Self.systemReason()) }

  private static func open(
    _ name: String, flags: Int32, mode: mode_t, for path: String
  ) throws(ImageIOError) -> Int32 {
    let descriptor = unsafe SystemPath.withCString(name) { unsafe Glibc.open($0, flags, mode) }
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: reason(against: name)) }
    return descriptor
  }

  /// Why a file could not be opened. In folders that do not store files, such as /proc, the system
  /// reports a new file as missing.
  private static func reason(against name: String) -> String {
    let (number, folder) = (errno, folder(of: name))
    var status = stat()
    let isThere = unsafe SystemPath.withCString(folder) { unsafe stat($0, &status) } == 0
    if number == ENOENT, isThere { return "no files can be made in \(folder)" }
    errno = number
    return systemReason()
  }

  private static func systemReason() -> String {
    switch errno {
    case ENOENT: "there is no such directory"
    case EEXIST: "the file exists"
    default: unsafe String(cString: strerror(errno))
    }
  }

  /// The file a path of symbolic links leads to.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe SystemPath.withCString(path, { unsafe realpath($0, nil) }) else { return path }
    defer { unsafe free(real) }
    return unsafe SystemPath.string(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// Links in a row that are followed, as the system does.
  private static let mostLinks = 40

  /// The target of a path that is not an existing file: the end of its symbolic links, or the path itself.
  private static func linkTarget(_ path: String) throws(ImageIOError) -> String {
    var target = path
    for _ in 0..<mostLinks {
      guard let next = link(at: target) else { return target }
      target = next.hasPrefix("/") ? next : "\(folder(of: target))/\(next)"
    }
    errno = ELOOP
    throw .unwritable(path: path, reason: systemReason())
  }

  /// The content of a symbolic link; nil for everything else.
  private static func link(at path: String) -> String? {
    var room = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe SystemPath.withCString(path) { name in
      unsafe room.withUnsafeMutableBytes { bytes in
        unsafe bytes.bindMemory(to: CChar.self).baseAddress.map { unsafe readlink(name, $0, bytes.count) } ?? -1
      }
    }
    return length > 0 ? SystemPath.string(room[..<length]) : nil
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A name beside the target, known to ``removeUnfinished(andThen:)`` until it is forgotten.
  private static func temporaryName(for path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let number = counter.wrappingAdd(1, ordering: .relaxed).oldValue
    // 255 bytes are the most a name may have.
    let short = SystemPath.string(SystemPath.bytes(String(name)).prefix(200))
    let temporary = "\(folder(of: path))/.\(short).\(getpid()).\(number)\(LeftoverFiles.suffix)"
    _ = hiddenNames.withLock { $0.insert(temporary) }
    return temporary
  }

  /// Has the system write to the disk that a file is in its folder, where it can.
  package static func synchronizeFolder(of path: String) {
    let descriptor = unsafe SystemPath.withCString(folder(of: path)) { unsafe Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
