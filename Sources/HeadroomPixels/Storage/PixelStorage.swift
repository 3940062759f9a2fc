internal import Synchronization

/// A piece of memory that holds pixels.
///
/// From two mebibytes up it is mapped on its own and advised to use huge pages, which makes the first touch of a large
/// picture six times cheaper. Its contents are undefined until written. When the last reference goes, memory that came
/// from a ``StoragePool`` goes back to it.
// Sendable: every stored property is a constant, and the memory follows the rule of the package that a bitmap is
// written by its one owner and only read once it is shared.
@safe public final class PixelStorage: @unchecked Sendable {
  /// Owns the bytes. Constant views of them outlive the storage by keeping it.
  package let memory: PixelMemory
  private let view = Mutex<(any AnyObject & Sendable)?>(nil)

  /// The first byte, aligned to 64 unless the memory is foreign.
  package let base: UnsafeMutableRawPointer

  /// Bytes that may be used.
  public let byteCount: Int

  /// Memory for `byteCount` bytes, outside any pool.
  /// - Throws: ``PixelError/outOfMemory(byteCount:)``, ``PixelError/invalidByteCount(_:)``.
  public convenience init(byteCount: Int) throws(PixelError) {
    guard byteCount >= 0 else { throw .invalidByteCount(byteCount) }
    self.init(block: try MemoryBlock.allocate(byteCount), byteCount: byteCount, pool: nil)
  }

  /// Memory that another process can map through ``fileDescriptor``. It starts as zeros.
  /// - Throws: ``PixelError/outOfMemory(byteCount:)``, ``PixelError/invalidByteCount(_:)``.
  public convenience init(sharedByteCount byteCount: Int) throws(PixelError) {
    guard byteCount >= 0 else { throw .invalidByteCount(byteCount) }
    self.init(block: try MemoryBlock.allocateShared(byteCount), byteCount: byteCount, pool: nil)
  }

  /// Foreign memory, whose owner is notified through `release` when it is no longer used.
  /// - Parameter release: called once, on the thread that drops the last reference.
  package init(foreign base: UnsafeMutableRawPointer, byteCount: Int, release: (@Sendable () -> Void)?) {
    memory = PixelMemory(block: nil, pool: nil, reservation: nil, releaser: release)
    unsafe self.base = unsafe base
    self.byteCount = byteCount
  }

  init(block: MemoryBlock, byteCount: Int, pool: StoragePool?, reservation: MemoryReservation? = nil) {
    memory = PixelMemory(block: block, pool: pool, reservation: reservation, releaser: nil)
    unsafe self.base = unsafe block.base
    self.byteCount = byteCount
  }

  /// A view of the bytes, made on the first call and kept as long as the storage. It may keep ``memory``, not the storage.
  package func view<View: AnyObject & Sendable>(making make: () -> View) -> View {
    view.withLock { kept in
      if let view = kept as? View { return view }
      let view = make()
      kept = view
      return view
    }
  }

  /// Whether somebody may have a view of the bytes.
  package var hasView: Bool { view.withLock { $0 != nil } }

  /// Whether other code owns the memory, or may write to it.
  package var isLent: Bool { memory.block == nil || fileDescriptor != nil }

  /// The descriptor of shareable memory; nil for all other memory. It stays open as long as the storage lives.
  public var fileDescriptor: Int32? {
    guard let block = memory.block, case .sharedMapping(let descriptor) = block.origin else { return nil }
    return descriptor
  }

  /// Sets every byte to zero.
  public func clear() { unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }

  /// Calls `body` with the bytes. The buffer must not be kept, and nothing else may write to it at the same time.
  public func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
  }
}

/// The owner of a storage's bytes, which go back to where they came from with it.
// Sendable: constants; the bytes follow the storage's rule.
package final class PixelMemory: @unchecked Sendable {
  fileprivate let block: MemoryBlock?
  private let pool: StoragePool?
  private let releaser: (@Sendable () -> Void)?
  /// Its bytes in the ledger of the work that took it.
  private let reservation: MemoryReservation?

  fileprivate init(
    block: MemoryBlock?, pool: StoragePool?, reservation: MemoryReservation?, releaser: (@Sendable () -> Void)?
  ) {
    (self.block, self.pool, self.reservation, self.releaser) = (block, pool, reservation, releaser)
  }

  deinit {
    releaser?()
    guard let block else { return }
    if let pool { pool.recycle(block) } else { unsafe block.release() }
  }
}
