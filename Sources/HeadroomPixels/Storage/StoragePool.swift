internal import Synchronization

/// Hands out pixel memory and keeps what is returned, so that the next picture does not pay for fresh pages.
///
/// Memory that waits for reuse hardly lifts the footprint above the most that was in use at once: before new memory is
/// mapped, waiting blocks are released as far as needed, except for a little slack. Without the slack a large block
/// would be released for each small one, and be mapped and zeroed again for the next of many files.
@safe public final class StoragePool: Sendable {
  /// The default pool. It keeps up to 512 MiB.
  public static let shared = StoragePool(idleByteLimit: 512 << 20)

  /// The sizes of a pool at one moment, in bytes.
  public struct Statistics: Hashable, Sendable {
    /// Bytes held by live storage.
    public var outstanding = 0
    /// Waiting for reuse.
    public var idle = 0
    /// The largest value of ``outstanding`` so far.
    public var peakOutstanding = 0
    /// Requests served so far from waiting memory.
    public var reuses = 0
  }

  // Sendable: only the list owns its blocks, and it is only accessed under the mutex.
  struct State: @unchecked Sendable {
    var statistics = Statistics()
    var idleLimit: Int
    var idle: [MemoryBlock] = []
  }

  private let state: Mutex<State>

  /// - Parameter idleByteLimit: the most bytes that wait for reuse; 0 keeps nothing.
  public init(idleByteLimit: Int) { state = Mutex(State(idleLimit: max(idleByteLimit, 0))) }

  deinit { trim(toIdleBytes: 0) }

  /// The bytes taken for a request of this size: memory comes in pages.
  package static func byteCount(holding byteCount: Int) -> Int { MemoryBlock.capacity(for: byteCount) ?? 0 }

  /// The current amounts.
  public var statistics: Statistics { state.withLock { $0.statistics } }

  /// Restarts the search for the peak of use.
  package func resetPeak() {
    state.withLock { $0.statistics.peakOutstanding = $0.statistics.outstanding }
  }

  /// Storage for `byteCount` bytes with undefined contents.
  /// - Throws: ``PixelError/outOfMemory(byteCount:)``, ``PixelError/invalidByteCount(_:)``.
  public func storage(byteCount: Int) throws(PixelError) -> PixelStorage {
    guard byteCount >= 0 else { throw .invalidByteCount(byteCount) }
    guard let capacity = MemoryBlock.capacity(for: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
    let reservation = try MemoryReservation.inTaskLedger(capacity)
    let (reused, surplus) = state.withLock { $0.takeIdle(capacity) }
    for block in surplus { unsafe block.release() }
    if let reused {
      return PixelStorage(block: reused, byteCount: byteCount, pool: self, reservation: reservation)
    }
    let block = try allocate(byteCount)
    let taken = block.capacity
    state.withLock { $0.add(taken) }
    return PixelStorage(block: block, byteCount: byteCount, pool: self, reservation: reservation)
  }

  private func allocate(_ byteCount: Int) throws(PixelError) -> MemoryBlock {
    do throws(PixelError) {
      return try MemoryBlock.allocate(byteCount)
    } catch {
      // The missing memory may be kept only for speed.
      MemoryLedger.shared.purge()
      trim(toIdleBytes: 0)
      return try MemoryBlock.allocate(byteCount)
    }
  }

  /// Releases waiting memory until no more than this many bytes wait.
  public func trim(toIdleBytes limit: Int) {
    let surplus = state.withLock { $0.removeIdle(downTo: limit) }
    for block in surplus { unsafe block.release() }
  }

  /// Takes back the memory of a storage without references.
  func recycle(_ block: MemoryBlock) {
    let surplus = state.withLock { state in
      state.statistics.outstanding -= block.capacity
      state.idle.append(block)
      state.statistics.idle += block.capacity
      return state.removeIdle(downTo: state.idleLimit)
    }
    for block in surplus { unsafe block.release() }
  }
}

extension StoragePool.State {
  mutating func add(_ capacity: Int) {
    statistics.outstanding += capacity
    statistics.peakOutstanding = max(statistics.peakOutstanding, statistics.outstanding)
  }

  /// The smallest waiting block that fits and is not wastefully large; if there is none, the blocks to release so that
  /// new memory of this size keeps the footprint at or below the peak of use.
  mutating func takeIdle(_ capacity: Int) -> (block: MemoryBlock?, surplus: [MemoryBlock]) {
    let fitting = idle.indices.filter { (capacity...capacity * 2).contains(idle[$0].capacity) }
    guard let best = fitting.min(by: { idle[$0].capacity < idle[$1].capacity }) else {
      let room = max(statistics.peakOutstanding + slack - statistics.outstanding - capacity, 0)
      return (nil, removeIdle(downTo: room))
    }
    let block = idle.remove(at: best)
    statistics.idle -= block.capacity
    statistics.reuses += 1
    add(block.capacity)
    return (block, [])
  }

  /// The amount by which waiting memory may lift the footprint above the peak of use.
  private var slack: Int { min(statistics.peakOutstanding / 4, Self.largestSlack) }
  private static let largestSlack = 32 << 20

  /// Takes the longest-waiting blocks out of the list until no more than `limit` bytes wait.
  mutating func removeIdle(downTo limit: Int) -> [MemoryBlock] {
    var removed: [MemoryBlock] = []
    while statistics.idle > limit {
      let block = idle.removeFirst()
      statistics.idle -= block.capacity
      removed.append(block)
    }
    return removed
  }
}
