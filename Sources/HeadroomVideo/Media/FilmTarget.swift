internal import Glibc
internal import HeadroomContainers

/// The file that a film is written into: one that gets its name when it is whole, or one that has it from the start.
struct FilmTarget: ~Copyable {
  let path: String
  /// Can be positioned.
  let fileDescriptor: Int32
  private let whole: AtomicFile?
  /// Kept open.
  private let visible: VisibleFile?

  init(_ file: consuming AtomicFile) {
    (path, fileDescriptor, visible) = (file.path, file.fileDescriptor, nil)
    whole = consume file
  }

  init(_ file: VisibleFile) {
    (path, fileDescriptor, visible) = (file.path, file.descriptor, file)
    whole = nil
  }

  /// Overwrites bytes that have been written, from `offset` on.
  func replace(at offset: Int, with bytes: [UInt8]) throws(ImageIOError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map { unsafe pwrite(fileDescriptor, $0 + done, bytes.count - done, offset + done) }
          ?? 0
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path: path, reason: unsafe String(cString: strerror(errno))) }
      done += count
    }
  }

  /// Gives the complete file its name, where it has none yet.
  consuming func commit(replacing: Bool) throws(ImageIOError) {
    switch consume whole {
    case .some(let file): try file.commit(replacing: replacing)
    case .none: return
    }
  }
}

/// A new file that is seen under its name while it is written.
final class VisibleFile: Sendable {
  let path: String
  let descriptor: Int32

  /// - Throws: where there is such a file already, or none can be made.
  init(path: String) throws(ImageIOError) {
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      let reason = errno == EEXIST ? "the file exists" : unsafe String(cString: strerror(errno))
      throw .unwritable(path: path, reason: reason)
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Leaves the fragments that are whole, so that the film can be read, or nothing where there is none.
  func keepWholeFragments() {
    let end = (try? FileBytes(path: path, mapsFrom: 0) { _ in }).map(Self.endOfFragments) ?? 0
    if end == 0 { remove() } else { ftruncate(descriptor, off_t(end)) }
  }

  /// Behind the last samples that have tables before them; 0 where there are none.
  private static func endOfFragments(_ bytes: FileBytes) -> Int {
    let boxes = ISOBoxList(of: bytes, limits: .standard).boxesBeforeDamage().boxes.filter { !$0.isCut }
    guard boxes.contains(where: { $0.type == "moov" }) else { return 0 }
    let ends = zip(boxes, boxes.dropFirst()).filter { $0.type == "moof" && $1.type == "mdat" }
    return ends.last?.1.payload.upperBound ?? 0
  }

  /// Takes the name away.
  func remove() { _ = unsafe path.withCString { unsafe unlink($0) } }
}
