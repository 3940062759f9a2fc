import Foundation
import HeadroomPixels
import Synchronization
import Testing

/// Threads that somebody runs in place of the pool's.
@Suite struct ThreadLeaseTests {
  @Test func threadsAreLentWithinTheBudget() {
    let pool = ThreadPool(workerCount: 4)
    let lease = pool.lease()
    #expect(lease.threadCount == 4)
    // Nothing is left for others, but that everybody may go on with his own thread.
    #expect(pool.lease().threadCount == 1)
    #expect(mostAtOnce(pool) == 1)
    lease.end()
    #expect(lease.threadCount == 1 && pool.lease().threadCount == 4)
    let first = pool.lease(2)
    #expect(first.threadCount == 2 && pool.lease().threadCount == 3)
    first.end()
    // Ended twice it gives back once.
    first.end()
    #expect(pool.lease().threadCount == 4)
    #expect(pool.lease(1).threadCount == 1 && pool.lease(0).threadCount == 1 && pool.lease(9).threadCount == 4)
    let done = Mutex(0)
    pool.concurrentPerform(64) { _ in done.withLock { $0 += 1 } }
    #expect(done.withLock { $0 } == 64)
  }

  /// Threads that work on a job at the same time.
  private func mostAtOnce(_ pool: ThreadPool) -> Int {
    let state = Mutex((now: 0, most: 0))
    pool.concurrentPerform(64) { _ in
      state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      for _ in 0..<200 { state.withLock { _ in } }
      state.withLock { $0.now -= 1 }
    }
    return state.withLock { $0.most }
  }

  @Test func aLeaseThatIsGoneHasGivenBack() {
    let pool = ThreadPool(workerCount: 3)
    var lease: ThreadLease? = pool.lease()
    #expect(lease?.threadCount == 3 && pool.lease().threadCount == 1)
    lease = nil
    #expect(pool.lease().threadCount == 3)
  }

  @Test func aHolderTakesAtABorderWhatIsFreeThen() {
    let pool = ThreadPool(workerCount: 4)
    let long = pool.lease()
    // Others come: they have their own thread, until the holder's next border.
    let other = pool.lease(2)
    #expect(long.threadCount == 4 && other.threadCount == 1)
    long.end()
    #expect(other.renegotiate() == 2)
    #expect(long.renegotiate() == 3 && long.threadCount == 3)
    // They go: at the next border the holder has all, up to what it wanted.
    other.end()
    #expect(long.renegotiate() == 4)
    long.end()
    #expect(other.renegotiate() == 2)
    // The pool's own number may have changed.
    pool.workerCount = 2
    #expect(long.renegotiate() == 1)
    other.end()
    #expect(long.renegotiate() == 2)
  }

  @Test func threadsOfOthersCountFromTheSecondOn() {
    let pool = ThreadPool(workerCount: 3)
    func free() -> Int { pool.lease().threadCount }
    // What may be lent is what the group has left.
    #expect(pool.counting { free() } == 3)
    #expect(pool.counting { pool.counting { free() } } == 2)
    #expect(pool.counting { pool.counting { pool.counting { pool.counting { free() } } } } == 1)
    let done = Mutex(0)
    pool.counting {
      pool.counting { pool.counting { pool.concurrentPerform(64) { _ in done.withLock { $0 += 1 } } } }
    }
    #expect(done.withLock { $0 } == 64)
    #expect(free() == 3)
  }

  /// Runs something on a thread that no pool knows, as a codec's callbacks do, and waits for it.
  private func onForeignThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let (isDone, box) = (DispatchSemaphore(value: 0), Box<Result>())
    Thread {
      let value = body()
      box.state.withLock { $0 = value }
      isDone.signal()
    }.start()
    isDone.wait()
    return box.state.withLock { $0 }
  }

  private final class Box<Value: Sendable>: Sendable {
    let state = Mutex<Value?>(nil)
  }

  @Test func cancellationReachesAThreadThatThePoolDoesNotKnow() {
    let context = TaskContext()
    let lease = context.bound { ThreadPool(workerCount: 2).lease() }
    #expect(onForeignThread { TaskContext.current == nil } == true)
    #expect(
      onForeignThread { lease.bound { TaskContext.current === lease.context && !TaskContext.isCancelled } } == true)
    context.cancel()
    #expect(onForeignThread { TaskContext.isCancelled } == false)
    #expect(onForeignThread { lease.bound { TaskContext.isCancelled } } == true)
    // Nothing stays bound behind the callback.
    #expect(
      onForeignThread {
        lease.bound {}
        return TaskContext.current == nil
      } == true)
    // It reaches a thread that is at work already.
    let later = TaskContext()
    let running = later.bound { ThreadPool(workerCount: 2).lease() }
    let ended = onForeignThread {
      running.bound {
        later.cancel()
        return TaskContext.isCancelled
      }
    }
    #expect(ended == true)
  }

  @Test func memoryOfAForeignThreadIsCountedWhereTheHoldersIs() {
    let ledger = MemoryLedger()
    ledger.limit = 1 << 20
    let lease = TaskContext().part(from: 0, to: 1, countedIn: ledger).bound { ThreadPool(workerCount: 2).lease() }
    let isRefused = onForeignThread {
      lease.bound { (try? StoragePool(idleByteLimit: 0).storage(byteCount: 8 << 20)) == nil }
    }
    #expect(isRefused == true)
    #expect(onForeignThread { (try? StoragePool(idleByteLimit: 0).storage(byteCount: 8 << 20)) != nil } == true)
  }

  @Test func withoutWorkNothingIsBound() {
    let lease = ThreadPool(workerCount: 2).lease()
    #expect(lease.context == nil && lease.bound { TaskContext.current == nil })
  }
}
