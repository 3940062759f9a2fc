internal import Foundation

/// Calls something on the main run loop, again and again or once, for as long as its owner lives.
///
/// The owner is held weakly, so that a view that nobody holds any more goes away with its clock.
final class FrameClock<Owner: AnyObject> {
  // Sendable: the owner is asked for on the main run loop only; a weak reference may be read from any thread.
  private final class Reference: @unchecked Sendable {
    weak var owner: Owner?
    init(_ owner: Owner) { self.owner = owner }
  }

  private let timer: Timer

  /// - Parameters:
  ///   - interval: seconds from one call to the next.
  ///   - repeats: whether there is more than one call; the first comes after the interval in either case.
  ///   - owner: whose clock it is; the clock stops with it.
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
