/// Memory that is kept for speed alone and can go at any moment.
package protocol PurgeableMemory: AnyObject, Sendable {
  /// Gives it all back. Called on any thread, while nothing of the owner is locked.
  func purge()
}

/// A reference that does not keep alive.
struct WeakPurgeable: Sendable {
  private(set) weak var object: (any PurgeableMemory)?

  init(_ object: any PurgeableMemory) { self.object = object }
}
