import Foundation

/// Time of processors: unlike the clock's, it does not grow when other tests run at the same time.
public enum ProcessorTime {
  /// Seconds of all threads of this process, user and system.
  public static var seconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Seconds of the calling thread.
  public static var secondsOfThread: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// What the calling thread takes for some work.
  public static func ofThread(_ body: () throws -> Void) rethrows -> Duration {
    let start = secondsOfThread
    try body()
    return .seconds(secondsOfThread - start)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
