extension ThreadPool {
  /// As ``concurrentPerform(_:maxWorkers:scratch:_:)``, for work that can be cancelled between its pieces: rows, strips, tiles. Pieces
  /// are missing where it was.
  ///
  /// - Parameter isWhole: whether the pieces are all that there is to do: then the work's progress follows them.
  package func performPieces<Scratch: ~Copyable>(
    _ count: Int, maxWorkers: Int? = nil, isWhole: Bool = false, scratch makeScratch: @Sendable () -> Scratch,
    _ body: @Sendable (Int, inout Scratch) -> Void
  ) {
    concurrentPerform(count, maxWorkers: maxWorkers, scratch: makeScratch) { index, scratch in
      if Work.isCancelled { return }
      body(index, &scratch)
      // They are handed out in order: so many have been begun, and most of them are done.
      if isWhole { Work.advance(to: Double(index) / Double(count)) }
    }
  }

  /// As above, without anything that threads keep.
  package func performPieces(_ count: Int, maxWorkers: Int? = nil, _ body: @Sendable (Int) -> Void) {
    performPieces(count, maxWorkers: maxWorkers, scratch: {}, { index, _ in body(index) })
  }
}
