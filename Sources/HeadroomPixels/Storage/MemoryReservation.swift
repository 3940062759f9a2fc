extension MemoryLedger {
  /// Registers memory that may be purged when the process, or the work of the calling thread, has too little.
  package static func addPurgeable(_ memory: any PurgeableMemory) {
    shared.add(memory)
    TaskContext.current?.memory?.add(memory)
  }

  /// Releases all memory that is counted here and only kept for speed.
  package func purge() {
    for memory in purgeable { memory.purge() }
    StoragePool.shared.trim(toIdleBytes: 0)
  }
}

/// Memory that is counted as long as this lives.
package final class MemoryReservation: Sendable {
  package let byteCount: Int
  private let ledger: MemoryLedger
  /// The same bytes in the ledger of the work that takes them.
  private let taskReservation: MemoryReservation?

  /// Counts memory that other code allocates, such as a codec.
  ///
  /// - Throws: ``PixelError/memoryLimit(needed:limit:)``.
  package convenience init(_ byteCount: Int) throws(PixelError) {
    try self.init(byteCount, in: .shared, taskReservation: try .inTaskLedger(byteCount))
  }

  private init(_ byteCount: Int, in ledger: MemoryLedger, taskReservation: MemoryReservation?) throws(PixelError) {
    // The missing memory may be kept only for speed.
    do throws(PixelError) {
      try ledger.reserve(byteCount)
    } catch {
      ledger.purge()
      try ledger.reserve(byteCount)
    }
    self.byteCount = byteCount
    self.ledger = ledger
    self.taskReservation = taskReservation
  }

  deinit { ledger.release(byteCount) }

  /// Counts memory in the ledger of the calling thread's work; nil where there is none.
  static func inTaskLedger(_ byteCount: Int) throws(PixelError) -> MemoryReservation? {
    guard let ledger = TaskContext.current?.memory else { return nil }
    return try MemoryReservation(byteCount, in: ledger, taskReservation: nil)
  }
}
