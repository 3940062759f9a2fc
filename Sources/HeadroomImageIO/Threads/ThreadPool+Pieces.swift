package import HeadroomContainers
package import HeadroomPixels

extension ThreadPool {
  /// As `concurrentPerform`, for work that can be cancelled between its pieces: rows, strips, tiles.
  ///
  /// - Parameter isWhole: whether the pieces are all that there is to do: then the work's progress follows them.
  /// - Throws: ``ImageIOError/cancelled``; then pieces are missing.
  package func forEachPiece<Scratch: ~Copyable>(
    _ count: Int, maxWorkers: Int? = nil, isWhole: Bool = false, scratch makeScratch: @Sendable () -> Scratch,
    _ body: @Sendable (Int, inout Scratch) -> Void
  ) throws(ImageIOError) {
    concurrentPerform(count, maxWorkers: maxWorkers, scratch: makeScratch) { index, scratch in
      if Work.isCancelled { return }
      body(index, &scratch)
      // They are handed out in order: so many have been begun, and most of them are done.
      if isWhole { Work.advance(to: Double(index) / Double(count)) }
    }
    try Work.check()
  }

  /// As above, without anything that threads keep.
  package func forEachPiece(
    _ count: Int, maxWorkers: Int? = nil, _ body: @Sendable (Int) -> Void
  ) throws(ImageIOError) {
    try forEachPiece(count, maxWorkers: maxWorkers, scratch: {}, { index, _ in body(index) })
  }
}
