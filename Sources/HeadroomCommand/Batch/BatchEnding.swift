internal import Foundation
internal import Headroom

/// How a batch ends when it is asked to: what runs has some seconds to finish, then it is dropped.
struct BatchEnding: Sendable {
  private let feed: BatchFeed
  private let deadlines: BatchDeadlines
  private let isOver: @Sendable () -> Bool

  /// - Parameter isOver: whether all workers are done.
  init(_ feed: BatchFeed, _ deadlines: BatchDeadlines, isOver: @escaping @Sendable () -> Bool) {
    (self.feed, self.deadlines, self.isOver) = (feed, deadlines, isOver)
  }

  /// Seconds in which inputs at work may be finished, and then those for what is stopped to let go: together below the ten
  /// after which machines are taken away.
  private static let patience = 8.0
  private static let farewell = 1.2

  /// From here on a signal ends the run so. A second Ctrl-C ends it at once.
  func watch() {
    Interruption.beforeEnd {
      feed.stop()
      if Interruption.receivedStatus == .interrupted {
        StandardStreams.note("headroom: what runs is finished; Ctrl-C again ends at once")
      }
      if wait(Self.patience) { return }
      deadlines.cancelAll()
      _ = wait(Self.farewell)
    }
  }

  /// Whether the process may end now: all is done, or somebody is in a hurry.
  private func wait(_ seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isOver() {
      if Interruption.comesAgain(within: 0.05) { return true }
      if ContinuousClock.now >= end { return false }
    }
    return true
  }
}
