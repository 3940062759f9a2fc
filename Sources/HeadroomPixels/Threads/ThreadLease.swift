internal import Synchronization

/// Threads that a codec runs of its own in place of threads of a pool that are not at work, and what they work on.
///
/// Whoever runs the codec holds it: together with the pool's threads, the holder's and those of the codec stay within
/// ``ThreadPool/workerCount``. A codec that runs for long renegotiates where one picture or frame ends: others may have ended
/// since, or begun. Its threads and callbacks, which the pool does not know, do what they do by ``bound(_:)``: so they can be
/// cancelled, and what they take is counted where that of the holder is.
package final class ThreadLease: Sendable {
  /// What the thread that took the lease works on; nil where nobody said.
  package let work: Work?
  private let crew: Crew
  private let most: @Sendable () -> Int
  private let lent: Mutex<Int>

  init(_ crew: Crew, most: @escaping @Sendable () -> Int) {
    self.crew = crew
    self.most = most
    work = Work.current
    lent = Mutex(crew.lend(most() - 1))
  }

  deinit { end() }

  /// Threads that the holder may run, the calling one included: at least one.
  package var threadCount: Int { lent.withLock { $0 } + 1 }

  /// Gives the threads back and takes those that are free now, as a new lease would.
  ///
  /// - Returns: ``threadCount``.
  @discardableResult
  package func renegotiate() -> Int {
    lent.withLock { lent in
      crew.takeBack(lent)
      lent = crew.lend(most() - 1)
      return lent + 1
    }
  }

  /// Gives the threads back; the holder's own is left. ``renegotiate()`` takes some again.
  package func end() {
    lent.withLock { lent in
      crew.takeBack(lent)
      lent = 0
    }
  }

  /// Runs something on any thread as part of what the holder works on.
  package func bound<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard let work else { return try body() }
    return try work.bound(body)
  }
}

extension ThreadPool {
  /// Takes threads of this pool that are not at work for a codec that brings its own.
  ///
  /// - Parameter wanted: threads at most, the calling one included; nil takes all that are free.
  package func lease(_ wanted: Int? = nil) -> ThreadLease {
    ThreadLease(crewOfThread) { [self] in wanted ?? workerCount }
  }
}
