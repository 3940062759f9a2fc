internal import Glibc
internal import Synchronization

/// A job that threads can join until it is closed. All its variables are guarded by the crew's lock.
// Sendable: see above; the closure is Sendable by itself.
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

/// The threads of a pool and the jobs that still take helpers.
// Sendable: `jobs`, `threads`, `waiting` and `isStopping` are only touched with the lock held.
@safe final class Crew: @unchecked Sendable {
  let workerLimit: Atomic<Int>
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let workArrived: UnsafeMutablePointer<pthread_cond_t>
  private let helperLeft: UnsafeMutablePointer<pthread_cond_t>
  private var jobs: [Job] = []
  private var threads: [pthread_t] = []
  private var waiting = 0
  private var isStopping = false

  init(workerCount: Int) {
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

  /// Runs the job's work on this thread and on as many others as are free, and returns when none works on it.
  func run(_ job: Job) {
    lock()
    jobs.append(job)
    // Threads are added as jobs ask for them; all that are idle wait on one condition.
    var missing = job.helpers - waiting
    while missing > 0, threads.count < workerLimit.load(ordering: .relaxed) - 1, startThread() { missing -= 1 }
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

  /// Joins jobs until the crew stops. Runs on a thread of its own.
  func serve() {
    lock()
    while !isStopping {
      // The newest job first: a job within a job is what somebody else waits for.
      guard let job = jobs.last(where: { $0.helpers > 0 }) else {
        waiting += 1
        unsafe pthread_cond_wait(workArrived, mutex)
        waiting -= 1
        continue
      }
      job.helpers -= 1
      job.active += 1
      unlock()
      job.work()
      lock()
      job.active -= 1
      // What is left of the work is in other hands; nobody new needs to look at it.
      job.helpers = 0
      if job.active == 0 { unsafe pthread_cond_broadcast(helperLeft) }
    }
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
    // Signals belong to the program's own threads, but for those that a thread causes itself: blocked, they would end the
    // process past every handler.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    for own in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { unsafe sigdelset(&all, own) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Crew>.fromOpaque(context).takeRetainedValue().serve()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      unsafe context.release()
      return false
    }
    threads.append(thread)
    return true
  }
}
