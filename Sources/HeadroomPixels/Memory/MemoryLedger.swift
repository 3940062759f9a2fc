internal import Synchronization

/// Counts memory that grows with pictures, and refuses what goes over a limit before it is taken: that of a process, or of
/// what one context works on.
///
/// All pixel memory of a process is counted where it is allocated. What codecs take beside it is reserved by estimate before they
/// start; the code of the process, its libraries and small allocations are covered by a fixed share of the limit,
/// ``processBytes``. Mapped files are not counted: the system takes their pages back by itself.
@safe public final class MemoryLedger: Sendable {
  /// The ledger of this process.
  public static let shared = MemoryLedger(overhead: processBytes)

  /// What a process takes without any picture: its code, its heap and the libraries that are loaded when they are needed.
  public static let processBytes = 56 << 20

  private struct State {
    var limit: Int?
    var reserved = 0
    var peak = 0
    var purgeable: [WeakPurgeable] = []
  }

  private let state = Mutex(State())
  /// Bytes that the limit covers but nobody counts.
  private let overhead: Int

  /// A ledger without a limit.
  public convenience init() { self.init(overhead: 0) }

  private init(overhead: Int) { self.overhead = overhead }

  /// Most bytes that may be taken; nil, the default, is no limit. Memory that is taken already stays.
  public var limit: Int? {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// Bytes that are taken now, but for ``processBytes`` of the process.
  public var reservedBytes: Int { state.withLock { $0.reserved } }

  /// The most bytes that were taken at once since ``resetPeak()``.
  package var peakBytes: Int { state.withLock { $0.peak } }

  /// Begins to look for the peak anew.
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

  /// Names memory that may be asked to go where this ledger has too little.
  package func add(_ memory: any PurgeableMemory) {
    state.withLock { state in
      state.purgeable.removeAll { $0.object == nil || $0.object === memory }
      state.purgeable.append(WeakPurgeable(memory))
    }
  }

  /// What may be asked to go.
  var purgeable: [any PurgeableMemory] { state.withLock { $0.purgeable.compactMap(\.object) } }

  /// Counts memory as given back.
  package func release(_ byteCount: Int) { state.withLock { $0.reserved -= byteCount } }
}
