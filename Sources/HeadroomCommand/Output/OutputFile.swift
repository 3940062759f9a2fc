internal import Glibc

/// What to do with a target that is there already.
enum ExistingFilePolicy {
  case refuse
  case overwrite
  case skip
}

/// A file to be written whole or not at all: under a temporary name beside the target first, renamed when complete.
struct OutputFile {
  let path: String
  let policy: ExistingFilePolicy

  var isStandardOutput: Bool { path == "-" }

  /// Whether there is nothing to do because the target exists and is to be kept.
  ///
  /// Called before any work, so that a mistake costs no rendering. Throws when the target may not be written.
  func mayBeSkipped() throws(CommandError) -> Bool {
    if isStandardOutput { return false }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw CommandError(.output, file: path, "is a directory") }
      switch policy {
      case .refuse: throw exists
      case .skip: return true
      case .overwrite: return false
      }
    }
    let folder = Self.folder(of: path)
    guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandError(.output, file: path, "there is no directory \(folder)")
    }
    guard unsafe access(folder, W_OK) == 0 else {
      throw CommandError(.output, file: path, "the directory \(folder) cannot be written")
    }
    return false
  }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    let problem = unsafe bytes.withUnsafeBytes { buffer -> CommandError? in
      do throws(CommandError) {
        try unsafe write(buffer)
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
    if isStandardOutput {
      let problem = unsafe StandardStreams.writeAll(bytes, to: StandardStreams.output)
      if let problem { throw CommandError(.output, file: "standard output", problem) }
      return
    }
    let temporary = "\(Self.folder(of: path))/.\(Self.name(of: path)).\(getpid()).partial"
    Interruption.begin(temporary)
    let written = unsafe writeTemporary(bytes, temporary)
    let problem = Interruption.finish(temporary) { () -> CommandError? in
      let problem = written ?? publish(temporary)
      if problem != nil { unsafe unlink(temporary) }
      return problem
    }
    if let problem { throw problem }
  }

  private func writeTemporary(_ bytes: UnsafeRawBufferPointer, _ temporary: String) -> CommandError? {
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return systemError }
    if let problem = unsafe StandardStreams.writeAll(bytes, to: descriptor) {
      close(descriptor)
      return CommandError(.output, file: path, "cannot be written: \(problem)")
    }
    return close(descriptor) == 0 ? nil : systemError
  }

  /// Gives the complete file its name. A target that appeared in the meantime is not replaced unless that was asked for.
  private func publish(_ temporary: String) -> CommandError? {
    if policy != .overwrite {
      if unsafe link(temporary, path) == 0 {
        unsafe unlink(temporary)
        return nil
      }
      if errno == EEXIST { return exists }
      // Some file systems have no hard links; there the check at the start has to do.
    }
    return unsafe rename(temporary, path) == 0 ? nil : systemError
  }

  private var exists: CommandError {
    CommandError(.output, file: path, "exists (--overwrite replaces it)")
  }

  private var systemError: CommandError {
    CommandError(.output, file: path, unsafe "cannot be written: \(String(cString: strerror(errno)))")
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
