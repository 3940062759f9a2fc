import HeadroomPixels
import Synchronization
import Testing

@Suite struct ThreadPoolTests {
  @Test(arguments: [1, 2, 3, 8])
  func everyPartIsDoneOnce(_ workers: Int) {
    let pool = ThreadPool(workerCount: workers)
    #expect(pool.workerCount == workers)
    for count in [0, 1, 2, 7, 1000] {
      let done = (0..<count).map { _ in Counter() }
      pool.concurrentPerform(count) { done[$0].add() }
      #expect(done.allSatisfy { $0.value == 1 })
    }
  }

  @Test func jobsWithinJobsFinish() {
    let pool = ThreadPool(workerCount: 3)
    let total = Counter()
    pool.concurrentPerform(8) { _ in
      pool.concurrentPerform(8) { _ in
        pool.concurrentPerform(8) { _ in total.add() }
      }
    }
    #expect(total.value == 512)
  }

  @Test func severalThreadsShareOnePool() async {
    let pool = ThreadPool(workerCount: 4)
    let total = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<50 { pool.concurrentPerform(16) { _ in total.add() } } }
      }
    }
    #expect(total.value == 8 * 50 * 16)
  }

  @Test func scratchIsMadeAtMostOncePerWorkerAndNotShared() {
    let pool = ThreadPool(workerCount: 4)
    let made = Counter()
    let parts = Counter()
    @Sendable func makeScratch() -> [Int] {
      made.add()
      return []
    }
    pool.concurrentPerform(500, scratch: makeScratch) { index, scratch in
      scratch.append(index)
      // Parts come in increasing order on each thread.
      if scratch == scratch.sorted() { parts.add() }
    }
    #expect(parts.value == 500)
    #expect(made.value >= 1 && made.value <= 4)
  }

  @Test func theNumberOfWorkersCanBeLimitedPerJobAndLater() {
    let pool = ThreadPool(workerCount: 8)
    for limit in [1, 2] {
      let now = Counter()
      let most = Counter()
      pool.concurrentPerform(64, maxWorkers: limit) { _ in
        most.raise(to: now.add())
        for _ in 0..<20000 { now.touch() }
        now.subtract()
      }
      #expect(most.value <= limit)
    }
    pool.workerCount = 1
    let made = Counter()
    @Sendable func makeScratch() { made.add() }
    pool.concurrentPerform(64, scratch: makeScratch) { _, _ in }
    #expect(made.value == 1)
    pool.workerCount = 0
    #expect(pool.workerCount == 1)
  }

  @Test func poolsEndTheirThreads() {
    for _ in 0..<50 {
      let pool = ThreadPool(workerCount: 4)
      let total = Counter()
      pool.concurrentPerform(32) { _ in total.add() }
      #expect(total.value == 32)
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    @discardableResult func add() -> Int { count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
    func subtract() { count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    func touch() { count.wrappingAdd(0, ordering: .sequentiallyConsistent) }
    func raise(to value: Int) { count.max(value, ordering: .sequentiallyConsistent) }
  }
}
