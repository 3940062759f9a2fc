internal import CHeadroomSystem
internal import Glibc

/// Substitute addresses for scratch memory that cannot be allocated: every two mebibytes of them map the same memory.
///
/// Kernels have no way to fail, and their results from then on are discarded. Writing to these addresses harms
/// nothing and takes no memory.
@safe package final class SharedScratch: @unchecked Sendable {
  // Sendable: the pointer never changes, and no code relies on the contents.
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  private static let piece = 2 << 20

  /// Nil when there are not even addresses.
  package init?(byteCount: Int) {
    let (sum, overflow) = byteCount.addingReportingOverflow(Self.piece - 1)
    guard !overflow else { return nil }
    let size = sum / Self.piece * Self.piece
    let descriptor = unsafe headroom_memory_descriptor("headroom-scratch")
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard ftruncate(descriptor, off_t(Self.piece)) == 0,
      let base = unsafe mmap(nil, size, PROT_NONE, flags, -1, 0), unsafe base != MAP_FAILED
    else { return nil }
    for start in stride(from: 0, to: size, by: Self.piece) {
      let shown = unsafe mmap(
        base + start, Self.piece, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0)
      guard unsafe shown != MAP_FAILED else {
        unsafe munmap(base, size)
        return nil
      }
    }
    unsafe self.base = base
    self.byteCount = size
  }

  deinit { unsafe munmap(base, byteCount) }
}
