internal import CHeadroomCodecs
internal import HeadroomPixels
internal import Synchronization

extension JPEGXL {
  /// Runs the parts of one of libjxl's jobs on the threads of the shared pool, so that it has none of its own. All of them,
  /// also for work that was cancelled: the library ends the process where a job fails.
  static let perform: hr_jxl_perform = { job, count, workers, part in
    // Proof of safety: the job is the library's own, made for calls from several threads, and outlives this one.
    nonisolated(unsafe) let job = unsafe job
    let started = Atomic(0)
    let makeNumber: @Sendable () -> Int = { started.wrappingAdd(1, ordering: .relaxed).oldValue }
    ThreadPool.shared.concurrentPerform(Int(count), maxWorkers: Int(workers), scratch: makeNumber) { index, worker in
      unsafe part?(job, UInt32(index), worker)
    }
  }
}
