internal import CHeadroomSystem
internal import Glibc
internal import Synchronization

/// A file that appears under its name whole or not at all.
///
/// The bytes go into a file without a name in the target's folder, which the system removes by itself however the
/// process ends; ``commit(replacing:isDurable:)`` gives it the name. File systems without such files get one with a hidden name
/// beside the target, which is removed when the value goes away without a commit. A symbolic link is followed, so that it
/// goes on pointing where it did. Devices and pipes are written directly: there is nothing to replace.
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

  /// Removes the hidden files of this process that have not got their names, and ends it: what a handler of signals
  /// does. Nothing can be begun in between.
  package static func removeUnfinished(andThen end: () -> Never) -> Never {
    hiddenNames.withLock { names in
      for name in names { unsafe unlink(name) }
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
    let exists = unsafe stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw .unwritable(path: path, reason: "is a directory") }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      return (path, .direct, try open(path, flags: O_WRONLY | O_CLOEXEC, mode: 0, for: path))
    }
    let target = exists ? resolved(path) : path
    // A new file has what the umask leaves; one that replaces another keeps its rights.
    let mode = exists ? status.st_mode & 0o777 : 0o666
    let unnamed = unsafe headroom_open_unnamed(folder(of: target), UInt32(mode))
    if unnamed >= 0 {
      if exists { fchmod(unnamed, mode) }
      return (target, .unnamed, unnamed)
    }
    let temporary = temporaryName(for: target)
    let named = try open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: mode, for: path)
    if exists { fchmod(named, mode) }
    return (target, .temporary(temporary), named)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    guard case .temporary(let name) = kind else { return }
    if !isCommitted { unsafe unlink(name) }
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

  /// Whether bytes that are written can be replaced: not in devices and pipes.
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
  ///   - replacing: whether a file that is there may be replaced; it stays until the new one takes its place.
  ///   - isDurable: whether to wait until the file is on the disk, so that it outlives a power cut.
  /// - Throws: ``ImageIOError/unwritable(path:reason:)``; the target is then as it was.
  package consuming func commit(replacing: Bool = true, isDurable: Bool = false) throws(ImageIOError) {
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
    if unsafe headroom_name_unnamed(descriptor, target) == 0 { return }
    guard errno == EEXIST, replacing else { throw failure() }
    // A link cannot replace a file; a rename can, so the file gets a hidden name for a moment.
    let temporary = Self.temporaryName(for: target)
    defer { Self.forget(temporary) }
    guard unsafe headroom_name_unnamed(descriptor, temporary) == 0 else { throw failure() }
    guard unsafe rename(temporary, target) == 0 else {
      let error = failure()
      unsafe unlink(temporary)
      throw error
    }
  }

  private func publish(_ temporary: String, replacing: Bool) throws(ImageIOError) {
    if !replacing {
      guard unsafe link(temporary, target) == 0 else { throw failure() }
      unsafe unlink(temporary)
      return
    }
    guard unsafe rename(temporary, target) == 0 else { throw failure() }
  }

  private func failure() -> ImageIOError { .unwritable(path: path, reason: Self.systemReason()) }

  private static func open(
    _ name: String, flags: Int32, mode: mode_t, for path: String
  ) throws(ImageIOError) -> Int32 {
    let descriptor = unsafe Glibc.open(name, flags, mode)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: systemReason()) }
    return descriptor
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
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
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
    let short = String(decoding: name.utf8.prefix(200), as: UTF8.self)
    let temporary = "\(folder(of: path))/.\(short).\(getpid()).\(number).partial"
    _ = hiddenNames.withLock { $0.insert(temporary) }
    return temporary
  }

  private static func synchronizeFolder(of path: String) {
    let descriptor = unsafe Glibc.open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
