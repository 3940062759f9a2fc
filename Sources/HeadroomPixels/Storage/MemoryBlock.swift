internal import CHeadroomSystem
internal import Glibc

/// A piece of memory and its origin, so that it can be released the same way.
///
/// Not `~Copyable`, because it waits in the pool's list; ``PixelStorage`` and ``StoragePool`` hand it to each other and
/// only the last holder calls ``release()``.
@safe struct MemoryBlock {
  enum Origin {
    case heap
    case mapping
    case sharedMapping(fileDescriptor: Int32)
  }

  let base: UnsafeMutableRawPointer
  let capacity: Int
  let origin: Origin

  /// Size of a huge page, and the size from which memory is mapped instead of taken from the heap.
  static let hugePage = 2 << 20

  /// Row kernels load 32 bytes at a time; 64 also keeps rows of one thread out of the cache lines of another.
  static let alignment = 64

  /// The capacity that is allocated for a request, nil when it cannot be counted.
  static func capacity(for byteCount: Int) -> Int? {
    let unit = byteCount >= hugePage ? hugePage : byteCount >= 1 << 16 ? 1 << 16 : alignment
    let (sum, overflow) = byteCount.addingReportingOverflow(unit - 1)
    return overflow ? nil : max(sum / unit * unit, alignment)
  }

  /// Memory that is counted by the process's ledger until it is released.
  static func allocate(_ byteCount: Int) throws(PixelError) -> MemoryBlock {
    guard let capacity = capacity(for: byteCount) else { throw .outOfMemory(byteCount: byteCount) }
    try MemoryLedger.shared.reserve(capacity)
    do throws(PixelError) {
      return try obtain(capacity, byteCount)
    } catch {
      MemoryLedger.shared.release(capacity)
      throw error
    }
  }

  private static func obtain(_ capacity: Int, _ byteCount: Int) throws(PixelError) -> MemoryBlock {
    if capacity >= hugePage { return try map(capacity) }
    var base: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&base, alignment, capacity) == 0, let base = unsafe base else {
      throw .outOfMemory(byteCount: byteCount)
    }
    return unsafe MemoryBlock(base: base, capacity: capacity, origin: .heap)
  }

  /// Anonymous memory on a huge-page boundary, so that the first touch costs one fault for two megabytes.
  private static func map(_ capacity: Int) throws(PixelError) -> MemoryBlock {
    let (reserved, overflow) = capacity.addingReportingOverflow(hugePage)
    guard !overflow else { throw .outOfMemory(byteCount: capacity) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let start = unsafe mmap(nil, reserved, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe start != MAP_FAILED
    else { throw .outOfMemory(byteCount: capacity) }
    let head = (hugePage - Int(bitPattern: start) % hugePage) % hugePage
    let base = unsafe start + head
    if head > 0 { unsafe munmap(start, head) }
    if hugePage > head { unsafe munmap(base + capacity, hugePage - head) }
    unsafe madvise(base, capacity, MADV_HUGEPAGE)
    return unsafe MemoryBlock(base: base, capacity: capacity, origin: .mapping)
  }

  /// Memory that another process can map through its file descriptor.
  static func allocateShared(_ byteCount: Int) throws(PixelError) -> MemoryBlock {
    let page = 4096
    let (sum, overflow) = max(byteCount, 1).addingReportingOverflow(page - 1)
    guard !overflow else { throw .outOfMemory(byteCount: byteCount) }
    let capacity = sum / page * page
    try MemoryLedger.shared.reserve(capacity)
    do throws(PixelError) {
      return try obtainShared(capacity, byteCount)
    } catch {
      MemoryLedger.shared.release(capacity)
      throw error
    }
  }

  private static func obtainShared(_ capacity: Int, _ byteCount: Int) throws(PixelError) -> MemoryBlock {
    let descriptor = unsafe headroom_memory_descriptor("headroom-pixels")
    guard descriptor >= 0 else { throw .outOfMemory(byteCount: byteCount) }
    guard ftruncate(descriptor, off_t(capacity)) == 0,
      let base = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe base != MAP_FAILED
    else {
      close(descriptor)
      throw .outOfMemory(byteCount: byteCount)
    }
    if capacity >= hugePage { unsafe madvise(base, capacity, MADV_HUGEPAGE) }
    return unsafe MemoryBlock(base: base, capacity: capacity, origin: .sharedMapping(fileDescriptor: descriptor))
  }

  /// Releases the memory. It must not be used or released again.
  @unsafe func release() {
    MemoryLedger.shared.release(capacity)
    switch origin {
    case .heap: unsafe free(base)
    case .mapping: unsafe munmap(base, capacity)
    case .sharedMapping(let descriptor):
      unsafe munmap(base, capacity)
      close(descriptor)
    }
  }
}
