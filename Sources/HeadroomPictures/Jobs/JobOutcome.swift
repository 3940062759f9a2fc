internal import Glibc
package import HeadroomImageIO
internal import HeadroomPixels

/// The outcome of a job.
package struct JobOutcome: Sendable {
  package let plan: JobPlan
  /// How the source stored HDR.
  package let before: HDRKind
  /// The writer that made the pixels; nil where the coded pictures stayed.
  var writer: JobWriter?
  /// Warnings about the result, in the order in which they arose.
  package internal(set) var warnings: [String] = []
  /// Elapsed time.
  package internal(set) var seconds = 0.0
  /// Processor time of the whole process meanwhile.
  package internal(set) var cpuSeconds = 0.0
  /// The most memory that the process has held so far, in bytes.
  package internal(set) var peakBytes = 0

  init(plan: JobPlan, before: HDRKind) { (self.plan, self.before) = (plan, before) }

  /// Upright pixels of the result; nil where the coded pictures stayed.
  package func size() throws(PictureError) -> (width: Int, height: Int)? {
    guard let writer else { return nil }
    return try Edit(geometry: writer.geometry, filters: writer.filters).resultSize(of: writer.source)
  }

  /// The quality of a lossy file; nil where there is none.
  package func quality() throws(PictureError) -> Double? { try writer?.statedQuality() }

  /// How the result was planned to store HDR.
  package var after: HDRKind {
    if plan.keepsCodedData { return plan.rendition.rendition == .sdr ? .sdr : before }
    return switch plan.rendition.rendition {
    case .sdr: .sdr
    case .isoHDR: .isoHDR
    case .adaptive: .gainMap
    case .float: .float
    }
  }
}

/// Times a job.
struct JobClock {
  private let started = ContinuousClock.now
  private let cpuStarted = Self.usage.cpuSeconds

  func stop(_ outcome: inout JobOutcome) {
    let usage = Self.usage
    outcome.seconds = (ContinuousClock.now - started) / .seconds(1)
    (outcome.cpuSeconds, outcome.peakBytes) = (usage.cpuSeconds - cpuStarted, usage.peakBytes)
  }

  private static var usage: (cpuSeconds: Double, peakBytes: Int) {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) * 1e-6 }
    return (times[0] + times[1], usage.ru_maxrss << 10)
  }
}
