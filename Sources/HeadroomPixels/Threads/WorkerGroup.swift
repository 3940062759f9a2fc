internal import Glibc
internal import Synchronization

/// A job that threads can join until it is closed. All its variables are guarded by the group's lock. Sendable: see
/// above; the closure is Sendable by itself.
final class Job: @unchecked Sendable {
  let work: @Sendable () -> Void
  /// Threads that may still join.
  var helpers: Int
  /// Threads that joined and have not finished.
  var active = 0

  init(helpers: Int, work: @escaping @Sendable () -> Void) {
    self.helpers = helpers
    self.work = work
  }
}

/// The threads of a pool and the jobs that still take helpers. Sendable: all variables are only
/// accessed with the lock held.
@safe final class WorkerGroup: @unchecked Sendable {
  let workerLimit: Atomic<Int>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let workArrived: UnsafeMutablePointer<pthread_cond_t>
  private let helperLeft: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [Job] = []
  private var threads: [pthread_t] = []
  private var waiting = 0
  /// Threads that work on a job beside the one that asked.
  private var helping = 0
  /// Threads that lease holders run in place of these.
  private var lentThreads = 0
  /// Foreign threads that are at work; each but the first takes the place of one of these.
  private var callers = 0
  private var isStopping = false

  private let isLowPriority: Bool

  init(workerCount: Int, isLowPriority: Bool) {
    self.isLowPriority = isLowPriority
    workerLimit = Atomic(workerCount)
    unsafe mutex = .allocate(capacity: 1)
    unsafe workArrived = .allocate(capacity: 1)
    unsafe helperLeft = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(workArrived, nil)
    unsafe pthread_cond_init(helperLeft, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(helperLeft)
    unsafe pthread_cond_destroy(workArrived)
    unsafe pthread_mutex_destroy(mutex)
    unsafe helperLeft.deallocate()
    unsafe workArrived.deallocate()
    unsafe mutex.deallocate()
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Runs the job's work on this thread and on the free ones, and returns when none works on it any more.
  func run(_ job: Job) {
    lock()
    jobs.append(job)
    // Threads are added as jobs need them; all idle threads wait on one condition.
    var missing = job.helpers - waiting
    while missing > 0, threads.count < helperLimit, startThread() { missing -= 1 }
    if job.helpers == 1 {
      unsafe pthread_cond_signal(workArrived)
    } else {
      unsafe pthread_cond_broadcast(workArrived)
    }
    unlock()
    job.work()
    lock()
    job.helpers = 0
    jobs.removeAll { $0 === job }
    while job.active > 0 { unsafe pthread_cond_wait(helperLeft, mutex) }
    unlock()
  }

  /// Joins jobs until the group stops. Runs on its own thread.
  func serve() {
    lock()
    while !isStopping {
      // The newest job first: another thread waits for a job within a job.
      guard helping < helperLimit, let job = jobs.last(where: { $0.helpers > 0 }) else {
        waiting += 1
        unsafe pthread_cond_wait(workArrived, mutex)
        waiting -= 1
        continue
      }
      job.helpers -= 1
      job.active += 1
      helping += 1
      unlock()
      job.work()
      lock()
      helping -= 1
      job.active -= 1
      // Other threads hold the rest of the work, so no new helper needs to join.
      job.helpers = 0
      if job.active == 0 { unsafe pthread_cond_broadcast(helperLeft) }
    }
    unlock()
  }

  /// Threads that may help at once.
  private var helperLimit: Int { workerLimit.load(ordering: .relaxed) - 1 - lentThreads - max(callers - 1, 0) }

  /// Takes threads that are not at work out of the group, for a caller that brings its own threads.
  ///
  /// - Returns: the number of threads, at most `wanted`. Where helpers are at work, whose jobs may want some as well,
  ///   it is only a part of the free ones.
  func lend(_ wanted: Int) -> Int {
    lock()
    defer { unlock() }
    let free = helperLimit - helping
    let count = max(min(wanted, free / (helping + 1)), 0)
    lentThreads += count
    return count
  }

  func reclaim(_ count: Int) {
    lock()
    lentThreads -= count
    if count > 0, !jobs.isEmpty { unsafe pthread_cond_broadcast(workArrived) }
    unlock()
  }

  /// Counts the calling thread among those at work.
  func enter() {
    lock()
    callers += 1
    unlock()
  }

  func leave() {
    lock()
    callers -= 1
    if !jobs.isEmpty { unsafe pthread_cond_broadcast(workArrived) }
    unlock()
  }

  /// Ends all threads and waits for them. No job may be running.
  func stop() {
    lock()
    isStopping = true
    unsafe pthread_cond_broadcast(workArrived)
    let ended = threads
    threads = []
    unlock()
    for thread in ended { pthread_join(thread, nil) }
  }

  private func startThread() -> Bool {
    guard let thread = WorkerThread.start(isLowPriority: isLowPriority, { self.serve() }) else { return false }
    threads.append(thread)
    return true
  }
}
