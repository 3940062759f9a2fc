import Foundation
import Synchronization

/// Stops something a while after it has begun, from another thread, and knows for how long it has gone on since.
public final class Stopper: Sendable {
  private let stopped = Mutex<ContinuousClock.Instant?>(nil)

  public init(after delay: Double, _ stop: @escaping @Sendable () -> Void) {
    Thread {
      Thread.sleep(forTimeInterval: delay)
      self.stopped.withLock { $0 = .now }
      stop()
    }.start()
  }

  /// Seconds since it was told to stop; nil where it was not yet.
  public var secondsSince: Double? { stopped.withLock { $0 }.map { Self.seconds($0.duration(to: .now)) } }

  /// What something takes.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return seconds(start.duration(to: .now))
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// Side of the pictures that tests stop work on: more than the usual one with HEADROOM_STOP_EDGE, to measure how long it
  /// takes for large ones.
  public static func edge(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["HEADROOM_STOP_EDGE"].flatMap { Int($0) } ?? usual
  }
}
