internal import HeadroomPixels
private import Synchronization

/// Something that is done for a request, and can be called off when nobody waits for it any more.
package final class ViewerJob: Sendable {
  private let work = Work()
  private let body: Mutex<(@Sendable () -> Void)?>

  package init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  /// Whoever asked is gone: what has not begun is not done, what runs stops soon.
  package func cancel() {
    body.withLock { $0 = nil }
    work.cancel()
  }

  /// Runs once; everything that is decoded and rendered belongs to the work.
  func run() {
    guard let body = body.withLock({ $0.take() }) else { return }
    work.bound(body)
  }
}
