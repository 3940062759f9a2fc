internal import Synchronization

/// The items that a queue plays again and again.
struct PlayerLoop {
  let items: [AVPlayerItem]
  /// Where each begins.
  let start: CMTime
  /// How often one has ended.
  var count = 0
}

/// Plays an item again and again in a queue, without a gap.
///
/// Copies of the item take turns in the player's queue. It ends with ``disableLooping()``, or when nobody holds the looper.
public final class AVPlayerLooper: Sendable {
  public enum Status: Int, Sendable {
    case unknown = 0
    /// The copies are in the queue.
    case ready = 1
    /// A copy has failed.
    case failed = 2
    case cancelled = 3
  }

  /// Where copies are put in a queue that has items.
  public enum ItemOrdering: Int, Sendable {
    /// The loop begins now: other items come when it has ended.
    case loopingItemsPrecedeExistingItems = 0
    /// The loop begins after the other items.
    case loopingItemsFollowExistingItems = 1
  }

  /// Copies of the item, which take turns.
  public let loopingPlayerItems: [AVPlayerItem]
  private let core: PlayerCore
  private let isCancelled = Atomic(false)
  private let isValid: Bool

  /// Most items that take turns: one is seen, the next is prepared.
  private static let copies = 2

  /// - Parameters:
  ///   - player: a queue of which no other looper is one.
  ///   - templateItem: is copied, and not played itself.
  ///   - loopRange: the part that is played; an invalid one is all.
  ///   - itemOrdering: where the looped items are put beside those of the queue.
  public init(
    player: AVQueuePlayer, templateItem: AVPlayerItem, timeRange loopRange: CMTimeRange = .invalid,
    existingItemsOrdering itemOrdering: ItemOrdering = .loopingItemsPrecedeExistingItems
  ) {
    core = player.core
    let isPart = loopRange.isValid && loopRange.start.isNumeric && loopRange.start >= .zero
    let start = isPart ? loopRange.start : .zero
    let items = (0..<Self.copies).compactMap { _ in templateItem.copy() as? AVPlayerItem }
    for item in items {
      if isPart, loopRange.end.isNumeric { item.forwardPlaybackEndTime = loopRange.end }
      item.base.movement = .standing(at: start)
    }
    loopingPlayerItems = items
    isValid = !isPart || loopRange.duration > .zero
    guard isValid else { return }
    core.change { state, _ in state.loop = PlayerLoop(items: items, start: start) }
    core.replace { old in
      let others = old.filter { $0 !== templateItem }
      old = itemOrdering == .loopingItemsPrecedeExistingItems ? items + others : others + items
    }
  }

  deinit { disableLooping() }

  /// How often an item has ended, and the next begun.
  public var loopCount: Int { core.read { own($0) ? $0.loop?.count ?? 0 : 0 } }

  public var status: Status {
    if isCancelled.load(ordering: .acquiring) { return .cancelled }
    if !isValid || loopingPlayerItems.contains(where: { $0.status == .failed }) { return .failed }
    return .ready
  }

  /// Why an item failed.
  public var error: (any Error)? { loopingPlayerItems.compactMap(\.error).first }

  /// Ends the loop: the present item is played to its end, the other copies leave the queue.
  public func disableLooping() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    core.change { state, _ in if own(state) { state.loop = nil } }
    core.replace { items in
      let present = items.first
      items.removeAll { item in item !== present && loopingPlayerItems.contains(item) }
    }
  }

  private func own(_ state: PlayerCore.State) -> Bool { state.loop?.items.first === loopingPlayerItems.first }
}
