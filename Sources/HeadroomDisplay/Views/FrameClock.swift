internal import Foundation

/// Calls a function on the main run loop, repeatedly or once, as long as its owner exists.
///
/// The owner is held weakly, so that a view that is no longer retained is freed together with its clock.
final class FrameClock<Owner: AnyObject> {
  // Sendable: the owner is only accessed on the main run loop; a weak reference may be read from any thread.
  private final class Reference: @unchecked Sendable {
    weak var owner: Owner?
    init(_ owner: Owner) { self.owner = owner }
  }

  private let timer: Timer

  /// - Parameters:
  ///   - interval: seconds from one call to the next.
  ///   - repeats: whether it calls more than once; the first call comes after the interval in either case.
  ///   - owner: the clock's owner; the clock stops with it.
  ///   - tick: called on the main run loop.
  init(interval: TimeInterval, repeats: Bool, owner: Owner, tick: @escaping @Sendable (Owner) -> Void) {
    let reference = Reference(owner)
    timer = Timer(timeInterval: interval, repeats: repeats) { timer in
      guard let owner = reference.owner else { return timer.invalidate() }
      tick(owner)
    }
    RunLoop.main.add(timer, forMode: .common)
  }

  deinit { timer.invalidate() }
}
