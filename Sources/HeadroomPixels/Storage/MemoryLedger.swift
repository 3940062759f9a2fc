internal import Synchronization

/// Counts the memory of a process that grows with pictures, and refuses what goes over a limit before it is taken.
///
/// All pixel memory is counted where it is allocated. What codecs take beside it is reserved by estimate before they
/// start; the code of the process, its libraries and small allocations are covered by a fixed share of the limit,
/// ``processBytes``. Mapped files are not counted: the system takes their pages back by itself.
@safe public final class MemoryLedger: Sendable {
  /// The ledger of this process.
  public static let shared = MemoryLedger()

  /// What a process takes without any picture: its code, its heap and the libraries that are loaded when they are needed.
  public static let processBytes = 56 << 20

  private struct State {
    var limit: Int?
    var reserved = 0
    var purgeable: [WeakPurgeable] = []
  }

  private let state = Mutex(State())

  /// A ledger without a limit.
  public init() {}

  /// Most bytes that the process may take; nil, the default, is no limit. Memory that is taken already stays.
  public var limit: Int? {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// Bytes that are taken now, but for ``processBytes``.
  public var reservedBytes: Int { state.withLock { $0.reserved } }

  /// Counts memory that is about to be taken.
  ///
  /// - Throws: ``PixelError/memoryLimit(needed:limit:)``; then nothing is counted.
  package func reserve(_ byteCount: Int) throws(PixelError) {
    let refusal: PixelError? = state.withLock { state in
      let (sum, overflow) = state.reserved.addingReportingOverflow(byteCount)
      if overflow { return .outOfMemory(byteCount: byteCount) }
      if let limit = state.limit, sum > limit - Self.processBytes {
        let needed = sum.addingReportingOverflow(Self.processBytes)
        return .memoryLimit(needed: needed.overflow ? .max : needed.partialValue, limit: limit)
      }
      state.reserved = sum
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Names memory that may be asked to go.
  package func add(_ memory: any PurgeableMemory) {
    state.withLock { state in
      state.purgeable.removeAll { $0.object == nil }
      state.purgeable.append(WeakPurgeable(memory))
    }
  }

  /// Gives back all memory of the process that is only kept for speed.
  package func purge() {
    for memory in state.withLock({ $0.purgeable }) { memory.object?.purge() }
    StoragePool.shared.trim(toIdleBytes: 0)
  }

  /// Counts memory as given back.
  package func release(_ byteCount: Int) { state.withLock { $0.reserved -= byteCount } }
}

/// Memory that somebody else allocates, such as a codec, counted as long as this lives.
package final class MemoryReservation: Sendable {
  package let byteCount: Int

  /// - Throws: ``PixelError/memoryLimit(needed:limit:)``.
  package init(_ byteCount: Int) throws(PixelError) {
    // Memory that is kept for speed may be what is missing.
    do throws(PixelError) {
      try MemoryLedger.shared.reserve(byteCount)
    } catch {
      MemoryLedger.shared.purge()
      try MemoryLedger.shared.reserve(byteCount)
    }
    self.byteCount = byteCount
  }

  deinit { MemoryLedger.shared.release(byteCount) }
}
