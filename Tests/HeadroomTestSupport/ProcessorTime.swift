import Foundation

/// The processor time of this process.
public enum ProcessorTime {
  /// Seconds of all threads, user and system.
  public static var seconds: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
