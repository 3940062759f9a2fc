internal import Synchronization

/// Counts memory that grows with pictures, and refuses to exceed a limit before the memory is taken: for a process, or
/// for the work of one context.
///
/// All pixel memory of a process is counted where it is allocated. Memory that codecs take beside it is reserved by
/// estimate before they start; the code of the process, its libraries and small allocations are covered by a fixed
/// share of the limit, ``processBytes``. Mapped files are not counted: the system reclaims their pages by itself.
@safe public final class MemoryLedger: Sendable {
  /// The ledger of this process.
  public static let shared = MemoryLedger(overhead: processBytes)

  /// The memory of a process without any picture: its code, its heap and the libraries that are loaded on demand.
  public static let processBytes = 56 << 20

  private struct State {
    var limit: Int?
    var reserved = 0
    var peak = 0
    var purgeable: [WeakPurgeable] = []
  }

  private let state = Mutex(State())
  /// Bytes that the limit covers but that are not counted.
  private let overhead: Int

  /// A ledger without a limit.
  public convenience init() { self.init(overhead: 0) }

  private init(overhead: Int) { self.overhead = overhead }

  /// The most bytes that may be taken; nil, the default, means no limit. Memory already taken stays.
  public var limit: Int? {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// Bytes that are taken now, without the process's ``processBytes``.
  public var reservedBytes: Int { state.withLock { $0.reserved } }

  /// The most bytes that were taken at once since ``resetPeak()``.
  package var peakBytes: Int { state.withLock { $0.peak } }

  /// Restarts the search for the peak.
  package func resetPeak() { state.withLock { $0.peak = $0.reserved } }

  /// Counts memory that is about to be taken.
  ///
  /// - Throws: ``PixelError/memoryLimit(needed:limit:)``; then nothing is counted.
  package func reserve(_ byteCount: Int) throws(PixelError) {
    let refusal: PixelError? = state.withLock { state in
      let (sum, overflow) = state.reserved.addingReportingOverflow(byteCount)
      if overflow { return .outOfMemory(byteCount: byteCount) }
      if let limit = state.limit, sum > limit - overhead {
        let needed = sum.addingReportingOverflow(overhead)
        return .memoryLimit(needed: needed.overflow ? .max : needed.partialValue, limit: limit)
      }
      state.reserved = sum
      state.peak = max(state.peak, sum)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Registers memory that may be purged when this ledger has too little.
  package func add(_ memory: any PurgeableMemory) {
    state.withLock { state in
      state.purgeable.removeAll { $0.object == nil || $0.object === memory }
      state.purgeable.append(WeakPurgeable(memory))
    }
  }

  /// The memory that may be purged.
  var purgeable: [any PurgeableMemory] { state.withLock { $0.purgeable.compactMap(\.object) } }

  /// Counts memory as given back.
  package func release(_ byteCount: Int) { state.withLock { $0.reserved -= byteCount } }
}
