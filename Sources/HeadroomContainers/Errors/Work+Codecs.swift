package import HeadroomPixels

extension Work {
  /// Ends what a codec does where the work that it belongs to was cancelled.
  package static func check() throws(ImageIOError) { if isCancelled { throw .cancelled } }

  /// Runs a codec. Whatever it leaves when its work was cancelled, pixels or an error, counts as cancelled.
  package static func stoppable<Result>(
    _ body: () throws(ImageIOError) -> Result
  ) throws(ImageIOError) -> Result {
    try check()
    let result = Swift.Result { () throws(ImageIOError) in try body() }
    try check()
    return try result.get()
  }
}
