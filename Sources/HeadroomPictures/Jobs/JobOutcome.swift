internal import Glibc
internal import HeadroomPixels

/// What came of a job.
package struct JobOutcome: Sendable {
  package let plan: JobPlan
  /// Upright pixels of the result; nil where the coded pictures stayed.
  package let size: (width: Int, height: Int)?
  /// What a lossy file was written with; nil where there is no such number.
  package let quality: Double?
  /// What it took by the clock.
  package let seconds: Double
  /// What it took of all processors, with what else the process did meanwhile.
  package let cpuSeconds: Double
  /// The most memory that the process has held so far, in bytes.
  package let peakBytes: Int
}

/// Times a job.
struct JobClock {
  private let started = ContinuousClock.now
  private let cpuStarted = Self.usage.cpuSeconds

  func outcome(_ plan: JobPlan, quality: Double? = nil, size: (width: Int, height: Int)? = nil) -> JobOutcome {
    let usage = Self.usage
    return JobOutcome(
      plan: plan, size: size, quality: quality, seconds: (ContinuousClock.now - started) / .seconds(1),
      cpuSeconds: usage.cpuSeconds - cpuStarted, peakBytes: usage.peakBytes)
  }

  private static var usage: (cpuSeconds: Double, peakBytes: Int) {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) * 1e-6 }
    return (times[0] + times[1], usage.ru_maxrss << 10)
  }
}
