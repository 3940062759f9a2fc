package import Foundation
package import HeadroomContainers

/// The destination of a written rendition.
package protocol RenditionOutput {
  /// Takes the bytes of a whole file.
  func write(_ bytes: [UInt8]) throws
  /// Takes a file part by part.
  ///
  /// - Parameter body: writes the bytes; returns nil if it has written none, which leaves the target unchanged.
  /// - Throws: errors of `body`, which leave the target unchanged, and `ImageIOError.unwritable`.
  func writeByParts<Result>(_ body: (any ByteSink) throws -> Result?) throws -> Result?
}

/// A file that appears whole or not at all, and replaces an existing one.
package struct FileOutput: RenditionOutput {
  package let path: String

  /// - Throws: `ImageIOError.unwritable` for a URL that is no file.
  package init(_ url: URL) throws(ImageIOError) {
    guard url.isFileURL else { throw .unwritable(path: url.absoluteString, reason: "is not a file") }
    path = url.path
  }

  package func write(_ bytes: [UInt8]) throws { try AtomicFile.write(bytes, to: path) }

  package func writeByParts<Result>(_ body: (any ByteSink) throws -> Result?) throws -> Result? {
    let file = try FileByteSink(path: path)
    guard let result = try body(file) else { return nil }
    try file.commit()
    return result
  }
}

/// The bytes themselves.
package final class MemoryOutput: RenditionOutput {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package func write(_ bytes: [UInt8]) { self.bytes = bytes }

  package func writeByParts<Result>(_ body: (any ByteSink) throws -> Result?) throws -> Result? {
    let sink = MemoryByteSink()
    guard let result = try body(sink) else { return nil }
    bytes = sink.bytes
    return result
  }
}
