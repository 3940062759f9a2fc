extension ThreadPool {
  /// As ``concurrentPerform(_:maxWorkers:scratch:_:)``, for work that can be cancelled between its pieces: rows,
  /// strips, tiles. Pieces are missing where the work was cancelled.
  ///
  /// - Parameter isWhole: whether the pieces are the whole work; its progress then follows them.
  package func performPieces<Scratch: ~Copyable>(
    _ count: Int, maxWorkers: Int? = nil, isWhole: Bool = false, scratch makeScratch: @Sendable () -> Scratch,
    _ body: @Sendable (Int, inout Scratch) -> Void
  ) {
    concurrentPerform(count, maxWorkers: maxWorkers, scratch: makeScratch) { index, scratch in
      if TaskContext.isCancelled { return }
      body(index, &scratch)
      // Pieces are handed out in order: all below this index have begun, and most of them are done.
      if isWhole { TaskContext.advance(to: Double(index) / Double(count)) }
    }
  }

  /// As above, without anything that threads keep.
  package func performPieces(_ count: Int, maxWorkers: Int? = nil, _ body: @Sendable (Int) -> Void) {
    performPieces(count, maxWorkers: maxWorkers, scratch: {}, { index, _ in body(index) })
  }
}
