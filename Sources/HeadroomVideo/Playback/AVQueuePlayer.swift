/// Plays several items one after the other, without a gap: the next item's first picture is made before its time comes.
// Sendable: as its superclass; it stores nothing.
public final class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  public init(items: [AVPlayerItem]) {
    super.init(playerItem: nil)
    core.change { state, _ in state.endAction = .advance }
    var seen: Set<AVPlayerItem> = []
    core.replace { $0 = items.filter { seen.insert($0).inserted } }
  }

  public override convenience init(playerItem item: AVPlayerItem?) { self.init(items: item.map { [$0] } ?? []) }

  override var isQueue: Bool { true }

  /// The present item and those that follow.
  public func items() -> [AVPlayerItem] { core.read { $0.items } }

  /// Ends the present item, and plays the next one.
  public func advanceToNextItem() {
    let effects = core.change { state, now -> [@Sendable () -> Void] in
      state.isMoving = false
      return core.advance(&state, at: now, now)
    }
    for effect in effects { effect() }
  }

  /// Whether an item can be put behind another: it is not in the queue yet, and the other one is.
  ///
  /// - Parameters:
  ///   - item: is to be put in.
  ///   - afterItem: nil is the end.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let items = items()
    return !items.contains(item) && (afterItem.map { items.contains($0) } ?? true)
  }

  /// Puts an item behind another, or at the end; nothing happens where ``canInsert(_:after:)`` is false.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    core.replace { items in
      guard !items.contains(item) else { return }
      guard let afterItem else { return items.append(item) }
      if let place = items.firstIndex(of: afterItem) { items.insert(item, at: place + 1) }
    }
  }

  /// Removes an item; after the present one the next is played.
  public func remove(_ item: AVPlayerItem) { core.replace { $0.removeAll { $0 === item } } }

  /// Removes all items.
  public func removeAllItems() { core.replace { $0 = [] } }
}
