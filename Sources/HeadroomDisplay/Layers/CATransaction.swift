internal import Synchronization

/// Groups changes of layers.
///
/// Layers here change at once and never move by themselves, so that a transaction has nothing to animate; what code asks of
/// it is true from the start.
public enum CATransaction {
  private static let depth = Mutex(0)

  /// Begins a group.
  public static func begin() { depth.withLock { $0 += 1 } }

  /// Ends it. One that was not begun is none.
  public static func commit() { depth.withLock { $0 = max($0 - 1, 0) } }

  /// Shows what has changed: everything is shown already.
  public static func flush() {}

  /// Whether changes move: never, so that this is true whatever is set.
  public static func disableActions() -> Bool { true }

  /// Accepted: changes do not move anyway.
  public static func setDisableActions(_ flag: Bool) {}
}
