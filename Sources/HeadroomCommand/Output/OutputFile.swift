internal import Glibc
internal import Headroom
internal import HeadroomPictures

/// What to do with an existing target.
enum ExistingFilePolicy {
  case refuse
  case overwrite
  case skip
}

/// The destination of a result: a file that appears whole or not at all, or standard output.
struct OutputFile: RenditionOutput {
  let path: String
  let policy: ExistingFilePolicy
  /// Whether missing folders are created when there is something to write.
  var makesFolder = false

  var isStandardOutput: Bool { path == "-" }

  /// Whether there is nothing to do because the target exists and should be kept.
  ///
  /// Called before any work, so that a mistake costs no rendering. Throws when the target may not be written.
  func mayBeSkipped() throws(PictureError) -> Bool {
    if isStandardOutput { return false }
    if let status = Self.status(path) {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw PictureError(.output, file: path, "is a directory") }
      switch policy {
      case .refuse: throw exists
      case .skip: return true
      case .overwrite: return false
      }
    }
    if policy != .overwrite, Self.isLink(path) {
      throw PictureError(
        .output, file: path, "is a symbolic link to a file that does not exist (--overwrite makes that file)")
    }
    var folder = Self.folder(of: path)
    while makesFolder, !Self.exists(folder), folder != Self.folder(of: folder) { folder = Self.folder(of: folder) }
    guard Self.isDirectory(folder) else {
      throw PictureError(.output, file: path, "there is no directory \(folder)")
    }
    guard unsafe SystemPath.withCString(folder, { unsafe access($0, W_OK) }) == 0 else {
      throw PictureError(.output, file: path, "the directory \(folder) cannot be written")
    }
    return false
  }

  func write(_ bytes: [UInt8]) throws(PictureError) {
    if isStandardOutput {
      try StandardStreams.write(bytes, to: StandardStreams.output)
      return
    }
    try makeFolder()
    do throws(ImageIOError) {
      try AtomicFile.write(bytes, to: path, replacing: policy == .overwrite)
    } catch {
      throw PictureError(error, file: path)
    }
  }

  /// Writes a file part by part.
  ///
  /// - Parameter body: writes the bytes; returns nil if it has written none, which leaves the target unchanged.
  /// - Throws: errors of `body`, and `ImageIOError.unwritable` for the target.
  func writeByParts<Result>(_ body: (any ByteSink) throws -> Result?) throws -> Result? {
    if isStandardOutput { return try body(StandardOutputSink()) }
    try makeFolder()
    let file = try FileByteSink(path: path)
    guard let result = try body(file) else { return nil }
    try file.commit(replacing: policy == .overwrite)
    return result
  }

  private func makeFolder() throws(PictureError) {
    let folder = Self.folder(of: path)
    if makesFolder, !Self.isDirectory(folder) { try Self.makeFolder(folder) }
  }

  /// Creates a folder and its parents.
  static func makeFolder(_ path: String) throws(PictureError) {
    let above = folder(of: path)
    if above != path, !exists(above) { try makeFolder(above) }
    // Another job may have created it meanwhile.
    guard unsafe SystemPath.withCString(path, { unsafe mkdir($0, 0o777) }) != 0 else { return }
    let number = errno
    if !isDirectory(path) {
      // The parent exists, so the system's message for places such as /proc would mislead.
      let reason = number == ENOENT ? "no folders can be made in \(above)" : unsafe String(cString: strerror(number))
      throw PictureError(.output, file: path, "the folder cannot be made: \(reason)")
    }
  }

  private var exists: PictureError {
    PictureError(.output, file: path, "exists (--overwrite replaces it)")
  }

  static func exists(_ path: String) -> Bool { status(path) != nil }

  static func isDirectory(_ path: String) -> Bool { status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  /// The size of the file; nil where there is none, as on standard output.
  var byteCount: Int? { isStandardOutput ? nil : Self.status(path).map { Int($0.st_size) } }

  /// The system's status of a file, links followed; nil where there is none.
  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe SystemPath.withCString(path) { unsafe stat($0, &status) } == 0 ? status : nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe SystemPath.withCString(path) { unsafe lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func folder(of path: String) -> String {
    // By bytes: a mark behind a slash makes one character of both.
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path without links and `..`; unchanged where it does not exist.
  static func resolved(_ path: String) -> String {
    guard let resolved = unsafe SystemPath.withCString(path, { unsafe realpath($0, nil) }) else { return path }
    defer { unsafe free(resolved) }
    return unsafe SystemPath.string(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}

/// Standard output as the destination of an encoder that writes part by part.
private final class StandardOutputSink: ByteSink {
  private(set) var count = 0
  let canReplace = false

  func append(_ bytes: UnsafeRawBufferPointer) throws(ImageIOError) {
    if let problem = unsafe StandardStreams.writeAll(bytes, to: StandardStreams.output) {
      throw .unwritable(path: "standard output", reason: problem)
    }
    count += bytes.count
  }

  func replace(at offset: Int, with bytes: [UInt8]) throws(ImageIOError) {
    throw .internalError("bytes that went to standard output cannot be replaced")
  }
}
