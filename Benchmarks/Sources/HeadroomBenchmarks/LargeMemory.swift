import Foundation

/// Memory in large pages, as numpy takes it for the peers' pictures: with small ones a third of the time of a simple job goes
/// into looking up addresses.
final class LargeMemory {
  let base: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int) {
    let whole = (byteCount + (2 << 20) - 1) & ~((2 << 20) - 1)
    self.byteCount = byteCount
    base = .allocate(byteCount: whole, alignment: 2 << 20)
    madvise(base, whole, MADV_HUGEPAGE)
    memset(base, 0, whole)
  }

  convenience init(_ values: [Float]) {
    self.init(byteCount: values.count * MemoryLayout<Float>.stride)
    values.withUnsafeBytes { base.copyMemory(from: $0.baseAddress!, byteCount: byteCount) }
  }

  deinit { base.deallocate() }

  /// The bytes without a copy; they keep the memory.
  var data: Data {
    Data(bytesNoCopy: base, count: byteCount, deallocator: .custom { _, _ in _ = self })
  }
}
