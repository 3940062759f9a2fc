package import HeadroomContainers
package import HeadroomPixels

extension ThreadPool {
  /// As `performPieces`, with an error where the work was cancelled.
  ///
  /// - Parameter isWhole: whether the pieces are the whole work; its progress then follows them.
  /// - Throws: ``ImageIOError/cancelled``; then pieces are missing.
  package func forEachPiece<Scratch: ~Copyable>(
    _ count: Int, maxWorkers: Int? = nil, isWhole: Bool = false, scratch makeScratch: @Sendable () -> Scratch,
    _ body: @Sendable (Int, inout Scratch) -> Void
  ) throws(ImageIOError) {
    performPieces(count, maxWorkers: maxWorkers, isWhole: isWhole, scratch: makeScratch, body)
    try TaskContext.check()
  }

  /// As above, without anything that threads keep.
  package func forEachPiece(
    _ count: Int, maxWorkers: Int? = nil, _ body: @Sendable (Int) -> Void
  ) throws(ImageIOError) {
    try forEachPiece(count, maxWorkers: maxWorkers, scratch: {}, { index, _ in body(index) })
  }
}
