internal import HeadroomPixels
private import Synchronization

/// Work for a request, which can be cancelled when nobody waits for it any more.
package final class ViewerJob: Sendable {
  private let context = TaskContext()
  private let body: Mutex<(@Sendable () -> Void)?>

  package init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  /// Cancels the job: if it has not begun it is not run, otherwise it stops soon.
  package func cancel() {
    body.withLock { $0 = nil }
    context.cancel()
  }

  /// Runs once; all decoding and rendering belongs to its work.
  func run() {
    guard let body = body.withLock({ $0.take() }) else { return }
    context.bound(body)
  }
}
