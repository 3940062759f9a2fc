internal import CHeadroomSystem
internal import Glibc
package import HeadroomPixels

/// The bytes of one file: read into memory, or mapped when the file is large.
///
/// Large files are mapped so that opening a gigabyte for its header costs nothing. If another process truncates a
/// mapped file, the missing part reads as zeros; `checkIntact()` detects this, and readers call it when done. For this
/// a SIGBUS handler is installed when the first file is mapped; it passes on signals that do not concern these files.
///
/// `@unchecked Sendable`: the bytes are written before `init` returns and never afterwards.
@safe
public final class FileBytes: @unchecked Sendable {
  // Visible to the compiler in other modules, whose loops read single bytes.
  @usableFromInline let base: UnsafeRawPointer
  /// Nil for bytes in memory.
  private let mapping: Mapping?
  /// Counts the memory of a file that was read.
  private let reservation: MemoryReservation?
  /// Whether the bytes belong to a caller.
  private let isBorrowed: Bool

  private struct Mapping {
    /// Stays open, so that a file that became shorter is noticed.
    let descriptor: Int32
    /// The number of the guard; see `headroom_guard_mapping`.
    let guarding: Int32
  }

  /// Number of bytes.
  public let count: Int
  /// The file's path, or an empty string for bytes from memory.
  public let path: String

  /// Files from this size on are mapped instead of read.
  package static let mappingThreshold = 64 << 20

  private init(
    taking base: UnsafeRawPointer, count: Int, mapping: Mapping? = nil, reservation: MemoryReservation? = nil,
    path: String, isBorrowed: Bool = false
  ) {
    self.reservation = reservation
    self.isBorrowed = isBorrowed
    unsafe self.base = base
    self.count = count
    self.mapping = mapping
    self.path = path
  }

  deinit {
    if isBorrowed { return }
    if let mapping {
      headroom_unguard_mapping(mapping.guarding)
      unsafe munmap(UnsafeMutableRawPointer(mutating: base), max(count, 1))
      close(mapping.descriptor)
    } else {
      unsafe free(UnsafeMutableRawPointer(mutating: base))
    }
  }

  /// Bytes that are already in memory (copied once).
  public convenience init(_ bytes: some Sequence<UInt8>) {
    let copied = bytes.withContiguousStorageIfAvailable { source in
      let memory = unsafe Self.memory(source.count)
      if let start = source.baseAddress { unsafe memory.copyMemory(from: start, byteCount: source.count) }
      return (base: UnsafeRawPointer(memory), count: source.count)
    }
    guard let copied = unsafe copied else {
      self.init(joining: [Array(bytes)])
      return
    }
    unsafe self.init(taking: copied.base, count: copied.count, path: "")
  }

  /// Calls `body` with bytes in memory, which are not copied. Neither they nor what reads them may outlive the call.
  package static func borrowing<Result, Failure: Error>(
    _ bytes: [UInt8], _ body: (FileBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = unsafe bytes.withUnsafeBytes { memory in
      // An empty array has no address.
      guard let base = memory.baseAddress else { return Swift.Result { () throws(Failure) in try body(FileBytes([])) } }
      var file = unsafe FileBytes(taking: base, count: memory.count, path: "", isBorrowed: true)
      let outcome = Swift.Result { () throws(Failure) in try body(file) }
      precondition(isKnownUniquelyReferenced(&file), "borrowed bytes were kept")
      return outcome
    }
    return try outcome.get()
  }

  /// Joins blocks of memory; each is released when it has been copied.
  package convenience init(joining blocks: consuming [[UInt8]]) {
    let count = blocks.reduce(0) { $0 + $1.count }
    let memory = unsafe Self.memory(count)
    var end = count
    while let block = blocks.popLast() {
      end -= block.count
      unsafe block.withUnsafeBytes { source in
        if let start = source.baseAddress { unsafe (memory + end).copyMemory(from: start, byteCount: source.count) }
      }
    }
    unsafe self.init(taking: UnsafeRawPointer(memory), count: count, path: "")
  }

  /// Running out of memory for a copy of bytes in memory is fatal, as elsewhere in the process.
  private static func memory(_ count: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe malloc(max(count, 1)) else { fatalError("no memory for \(count) bytes") }
    return unsafe memory
  }

  /// Reads a file; `-` or a pipe is read to its end, or to the end that its container states (PNG, WebP, HEIF and other
  /// boxes). Pipes of ``mostStreamBytes`` and more are refused.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - threshold: files of this size or more are mapped instead of read.
  ///   - streamLimit: bytes from which on a pipe is refused.
  ///   - recognize: checks the first bytes of an input that may never end, and throws where it
  ///     should not be read further.
  /// - Throws: ``ImageIOError/unreadable(path:reason:)`` with the system's words when the file is missing, a folder or
  ///   refused.
  package convenience init(
    path: String, mapsFrom threshold: Int = mappingThreshold, streamLimit: Int = mostStreamBytes,
    recognizing recognize: (FileBytes) throws(ImageIOError) -> Void
  ) throws(ImageIOError) {
    let descriptor =
      path == "-" ? dup(0) : unsafe SystemPath.withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.systemReason()) }
    var isKept = false
    defer { if !isKept { close(descriptor) } }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: Self.systemReason()) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw .unreadable(path: path, reason: "is a directory") }
    let size = Int(status.st_size)
    if kind == S_IFREG, size >= threshold, let mapped = unsafe Self.map(descriptor, size) {
      isKept = true
      unsafe self.init(
        taking: mapped.base, count: size, mapping: Mapping(descriptor: descriptor, guarding: mapped.guarding),
        path: path)
      return
    }
    let read = unsafe try Self.readAll(
      descriptor, size: kind == S_IFREG ? size : nil, path: path, limit: streamLimit, recognize)
    unsafe self.init(taking: read.memory, count: read.count, reservation: read.reservation, path: path)
  }

  /// A guarded mapping; nil where the system or the guard has no place for it, so that the file must be read.
  private static func map(_ descriptor: Int32, _ size: Int) -> (base: UnsafeRawPointer, guarding: Int32)? {
    guard size > 0, let mapped = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe mapped != MAP_FAILED
    else { return nil }
    let guarding = unsafe headroom_guard_mapping(mapped, size)
    guard guarding >= 0 else {
      unsafe munmap(mapped, size)
      return nil
    }
    return (UnsafeRawPointer(mapped), guarding)
  }

  /// Throws when a mapped file has become shorter, or could not be read, since it was opened: bytes read from it
  /// are then not the file's.
  package func checkIntact() throws(ImageIOError) {
    guard let mapping else { return }
    var status = stat()
    let isShorter = unsafe fstat(mapping.descriptor, &status) == 0 && status.st_size < count
    if isShorter || headroom_is_mapping_cut(mapping.guarding) != 0 {
      throw .unreadable(path: path, reason: "the file became shorter while it was read")
    }
  }

  /// Calls `body`, which reads the file. If the file became shorter meanwhile or the work was cancelled, that is the
  /// error, even if `body` found another.
  package func reading<Result>(_ body: () throws(ImageIOError) -> Result) throws(ImageIOError) -> Result {
    try TaskContext.check()
    let result = Swift.Result { () throws(ImageIOError) in try body() }
    try TaskContext.check()
    try checkIntact()
    return try result.get()
  }

  /// Pictures of this many bytes and more are not read from a pipe or device, because an endless input would otherwise
  /// take all memory. Files of any size are read.
  package static let mostStreamBytes = 2 << 30

  /// Bytes of a pipe or device after which its format has to be recognised.
  private static let bytesToRecognize = 4096

  /// - Parameter size: the size of a file; nil for inputs without one, which may never end.
  private static func readAll(
    _ descriptor: Int32, size: Int?, path: String, limit: Int,
    _ recognize: (FileBytes) throws(ImageIOError) -> Void
  ) throws(ImageIOError) -> (memory: UnsafeRawPointer, count: Int, reservation: MemoryReservation) {
    var memory = try GrowingMemory(capacity: max((size ?? 0) + 1, 65_536))
    var isRecognized = size != nil
    var ending = StreamEnd()
    while true {
      let room = unsafe try memory.room()
      // Little of an endless input is taken before it is recognised as a picture.
      let wanted = isRecognized ? room.count : min(room.count, bytesToRecognize)
      let got = unsafe read(descriptor, room.baseAddress, wanted)
      if got == 0 { return unsafe (UnsafeRawPointer(memory.take()), memory.count, memory.reservation) }
      if got < 0 {
        if errno == EINTR { continue }
        throw .unreadable(path: path, reason: systemReason())
      }
      memory.count += got
      if size == nil, let end = try memory.end(&ending, path: path, limit: limit) {
        memory.count = min(memory.count, end)
        return unsafe (UnsafeRawPointer(memory.take()), memory.count, memory.reservation)
      }
      guard !isRecognized, memory.count >= bytesToRecognize else { continue }
      try recognize(FileBytes(memory.prefix(bytesToRecognize)))
      isRecognized = true
    }
  }

  static func systemReason() -> String {
    switch errno {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    default: unsafe String(cString: strerror(errno))
    }
  }

  /// Releases the memory of bytes of a mapped file that were read, so that reading a large file from front to back does
  /// not hold all of it. They stay readable: the system loads them again, usually from its cache.
  package func release(_ range: Range<Int>) {
    guard mapping != nil else { return }
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let inside = range.clamped(to: 0..<count)
    let start = (inside.lowerBound + page - 1) / page * page
    let end = inside.upperBound == count ? count : inside.upperBound / page * page
    guard start < end else { return }
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED)
  }

  /// Counts the pages of a mapped file, which stay in memory while all of it is read; counts nothing for other files.
  package func reservePages() throws(ImageIOError) -> MemoryReservation {
    do throws(PixelError) {
      return try MemoryReservation(mapping == nil ? 0 : count)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// As ``release(_:)`` for all bytes.
  package func release() { release(0..<count) }

  /// Calls `body` with all bytes. The buffer must not escape.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// The first byte, for C codecs. Valid as long as this object lives.
  package var baseAddress: UnsafeRawPointer { unsafe base }

  /// The byte at an offset, or nil outside the file.
  @inlinable package subscript(offset: Int) -> UInt8? {
    guard offset >= 0, offset < count else { return nil }
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// A copy of the bytes in `range`, cut to the file.
  package func copy(_ range: Range<Int>) -> [UInt8] {
    let inside = range.clamped(to: 0..<count)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base + inside.lowerBound, count: inside.count))
  }

  /// Whether the file holds `signature` at `offset`.
  package func hasBytes(_ signature: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count, count - offset >= signature.count else { return false }
    var position = offset
    for byte in signature {
      guard unsafe base.load(fromByteOffset: position, as: UInt8.self) == byte else { return false }
      position += 1
    }
    return true
  }

  /// The offset of the first `byte` in `range`, or nil.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let inside = range.clamped(to: 0..<count)
    guard !inside.isEmpty else { return nil }
    guard let found = unsafe memchr(base + inside.lowerBound, Int32(byte), inside.count) else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }
}
