internal import Synchronization

/// Threads that a codec runs by itself in place of free threads of a pool, and the work they are part of.
///
/// The caller of the codec holds the lease: the pool's threads, the holder's and the codec's together stay within
/// ``ThreadPool/workerCount``. A codec that runs for long renegotiates at the end of a picture or frame, because other
/// jobs may have ended or begun. The pool does not know the codec's threads and callbacks, so these run through
/// ``bound(_:)``: then they can be cancelled, and their memory is counted with the holder's.
package final class ThreadLease: Sendable {
  /// The work of the thread that took the lease; nil where none was stated.
  package let context: TaskContext?
  private let group: WorkerGroup
  private let most: @Sendable () -> Int
  private let lent: Mutex<Int>

  init(_ group: WorkerGroup, most: @escaping @Sendable () -> Int) {
    self.group = group
    self.most = most
    context = TaskContext.current
    lent = Mutex(group.lend(most() - 1))
  }

  deinit { end() }

  /// Threads that the holder may run, the calling one included: at least one.
  package var threadCount: Int { lent.withLock { $0 } + 1 }

  /// Returns the threads and takes those that are free now, as a new lease would.
  ///
  /// - Returns: ``threadCount``.
  @discardableResult
  package func renegotiate() -> Int {
    lent.withLock { lent in
      group.reclaim(lent)
      lent = group.lend(most() - 1)
      return lent + 1
    }
  }

  /// Returns the threads; only the holder's own remains. ``renegotiate()`` takes some again.
  package func end() {
    lent.withLock { lent in
      group.reclaim(lent)
      lent = 0
    }
  }

  /// Runs a closure on any thread as part of the holder's work.
  package func bound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let context else { return try body() }
    return try context.bound(body)
  }
}

extension ThreadPool {
  /// Takes threads of this pool that are not at work for a codec that brings its own.
  ///
  /// - Parameter wanted: the most threads, the calling one included; nil takes all that are free.
  package func lease(_ wanted: Int? = nil) -> ThreadLease {
    ThreadLease(groupOfThread) { [self] in wanted ?? workerCount }
  }
}
