internal import CHeadroomCodecs
internal import HeadroomPixels
internal import Synchronization

extension JPEGXL {
  /// Runs the parts of one of libjxl's jobs on the shared pool's threads, so that it needs none of its own. It runs all
  /// of them even for cancelled work, because the library ends the process where a job fails.
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
