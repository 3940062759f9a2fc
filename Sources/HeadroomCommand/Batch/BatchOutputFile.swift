internal import Headroom
internal import HeadroomBatch
internal import HeadroomPictures

/// A result that is whole but has no name yet: the outputs of an input get theirs together.
final class BatchOutputFile: RenditionOutput {
  let path: String
  private var sink: FileByteSink?
  private var digest: SHA256.Digest?
  private(set) var byteCount = 0

  init(path: String) { self.path = path }

  func write(_ bytes: [UInt8]) throws {
    let sink = try opened()
    try sink.append(bytes)
    (byteCount, digest) = (bytes.count, try SHA256.of(bytes))
    self.sink = sink
  }

  func writeByParts<Result>(_ body: (any ByteSink) throws -> Result?) throws -> Result? {
    let sink = try opened()
    guard let result = try body(sink) else { return nil }
    byteCount = sink.count
    self.sink = sink
    return result
  }

  private func opened() throws -> FileByteSink {
    let folder = OutputFile.folder(of: path)
    if !OutputFile.isDirectory(folder) { try OutputFile.makeFolder(folder) }
    return try FileByteSink(path: path)
  }

  /// Gives the file its name.
  ///
  /// - Returns: the SHA-256 of its bytes.
  func commit(replacing: Bool) throws(PictureError) -> String {
    do {
      guard let file = sink.take() else { throw PictureError(.internalError, file: path, "nothing was written") }
      try file.commit(replacing: replacing)
      // What was written by parts may have been changed behind.
      return try (digest ?? SHA256.ofFile(path)).hexadecimal
    } catch {
      throw PictureError(batch: error, file: path)
    }
  }
}
