/// The destination of a file's bytes, from the first to the last.
package protocol ByteSink: AnyObject {
  /// Bytes appended so far.
  var count: Int { get }
  /// Whether ``replace(at:with:)`` works: files and memory can, pipes cannot.
  var canReplace: Bool { get }
  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws(ImageIOError)
  /// Overwrites bytes appended before; the range must lie inside 0..<``count``.
  func replace(at offset: Int, with bytes: [UInt8]) throws(ImageIOError)
}

extension ByteSink {
  /// Adds bytes at the end.
  package func append(_ bytes: [UInt8]) throws(ImageIOError) {
    let result = unsafe bytes.withUnsafeBytes { buffer in
      Result { () throws(ImageIOError) in try unsafe append(buffer) }
    }
    try result.get()
  }
}

/// A file that is written while it is made and appears under its name when ``commit(replacing:isDurable:)`` is called.
/// Without that call no file remains.
package final class FileByteSink: ByteSink {
  private var file: AtomicFile?
  package private(set) var count = 0
  package let canReplace: Bool

  /// - Throws: ``ImageIOError/unwritable(path:reason:)``.
  package init(path: String) throws(ImageIOError) {
    let file = try AtomicFile(path: path)
    canReplace = file.canReplace
    self.file = consume file
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(ImageIOError) {
    guard file != nil else { throw .internalError("bytes behind the end of a file") }
    try unsafe file?.write(bytes)
    count += bytes.count
  }

  package func replace(at offset: Int, with bytes: [UInt8]) throws(ImageIOError) {
    precondition(offset >= 0 && bytes.count <= count - offset, "replaced bytes have not been written")
    try file?.replace(at: offset, with: bytes)
  }

  /// Gives the file its name; see ``AtomicFile/commit(replacing:isDurable:)``.
  package func commit(replacing: Bool = true, isDurable: Bool = false) throws(ImageIOError) {
    guard let complete = file.take() else { throw .internalError("a file is committed twice") }
    try complete.commit(replacing: replacing, isDurable: isDurable)
  }
}

/// Bytes in memory.
package final class MemoryByteSink: ByteSink {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }
  package var canReplace: Bool { true }
  package func append(_ more: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: more) }
  package func replace(at offset: Int, with newBytes: [UInt8]) {
    bytes.replaceSubrange(offset..<offset + newBytes.count, with: newBytes)
  }
}
