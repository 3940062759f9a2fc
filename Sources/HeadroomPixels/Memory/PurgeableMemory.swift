/// Memory that is kept only for speed and can be released at any moment.
package protocol PurgeableMemory: AnyObject, Sendable {
  /// Releases all of it. Called on any thread, while none of the owner's locks is held.
  func purge()
}

/// A reference that does not keep alive.
struct WeakPurgeable: Sendable {
  private(set) weak var object: (any PurgeableMemory)?

  init(_ object: any PurgeableMemory) { self.object = object }
}
