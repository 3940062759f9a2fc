package import HeadroomPixels

extension TaskContext {
  /// Throws ``ImageIOError/cancelled`` where the calling thread's work was cancelled, to end a codec.
  package static func check() throws(ImageIOError) { if isCancelled { throw .cancelled } }

  /// Runs a codec. A cancelled codec may return pixels or an error; both become ``ImageIOError/cancelled``.
  package static func cancellable<Result>(
    _ body: () throws(ImageIOError) -> Result
  ) throws(ImageIOError) -> Result {
    try check()
    let result = Swift.Result { () throws(ImageIOError) in try body() }
    try check()
    return try result.get()
  }
}
