internal import HeadroomPixels

/// Blocks of memory that are filled one after another, and emptied back to a place.
struct ScratchStack {
  /// How far the blocks are filled.
  struct Place {
    fileprivate var block = 0
    fileprivate var used = 0
  }

  var place = Place()
  private var blocks: [Block] = []
  private let blockBytes: Int
  private let isCounted: Bool

  /// Memory, or reserved addresses in its place.
  private enum Block {
    case memory(PixelStorage)
    case heap(HeapMemory)
    case addresses(SharedScratch)

    var byteCount: Int {
      switch self {
      case .memory(let storage): storage.byteCount
      case .heap(let memory): memory.byteCount
      case .addresses(let shared): shared.byteCount
      }
    }

    @unsafe var base: UnsafeMutableRawPointer {
      switch self {
      case .memory(let storage): unsafe storage.base
      case .heap(let memory): unsafe memory.base
      case .addresses(let shared): unsafe shared.base
      }
    }
  }

  /// - Parameters:
  ///   - blockBytes: bytes that are allocated at a time.
  ///   - isCounted: whether they count as pixels do. Blocks as small as other objects do not.
  init(blockBytes: Int, isCounted: Bool) { (self.blockBytes, self.isCounted) = (blockBytes, isCounted) }

  /// Bytes of all blocks.
  var byteCount: Int { blocks.reduce(0) { $0 + $1.byteCount } }

  /// Uninitialised bytes, aligned to a cache line.
  ///
  /// Kernels have no error path: if memory is missing they continue on placeholder addresses, and `fail` ends the
  /// render after the tile.
  @inline(__always)
  mutating func take(_ count: Int, _ fail: (RenderError) -> Void) -> UnsafeMutableRawPointer {
    let bytes = (count + 63) & ~63
    if place.block >= blocks.count || place.used + bytes > blocks[place.block].byteCount { advance(bytes, fail) }
    let start = unsafe blocks[place.block].base + place.used
    place.used += bytes
    return unsafe start
  }

  /// Moves on to a block with room. All blocks after the current one are free: if none of them is large enough, a
  /// larger one replaces them; otherwise requests that grow from tile to tile would add up.
  private mutating func advance(_ bytes: Int, _ fail: (RenderError) -> Void) {
    if place.used > 0 { place.block += 1 }
    place.used = 0
    if let large = blocks[place.block...].firstIndex(where: { $0.byteCount >= bytes }) {
      blocks.swapAt(place.block, large)
    } else {
      blocks.removeSubrange(place.block...)
      blocks.append(newBlock(Swift.max(bytes, blockBytes), fail))
    }
  }

  private func newBlock(_ byteCount: Int, _ fail: (RenderError) -> Void) -> Block {
    guard isCounted else { return .heap(HeapMemory(byteCount: byteCount)) }
    do throws(PixelError) {
      return .memory(try StoragePool.shared.storage(byteCount: byteCount))
    } catch {
      fail(RenderError(error, width: 0, height: 0))
      if let shared = SharedScratch(byteCount: byteCount) { return .addresses(shared) }
      // Memory that is only kept for speed takes addresses, too.
      MemoryLedger.shared.purge()
      guard let shared = SharedScratch(byteCount: byteCount) else {
        fatalError("no addresses for \(byteCount) bytes of scratch")
      }
      return .addresses(shared)
    }
  }
}

/// Memory from the heap.
@safe
private final class HeapMemory {
  let base: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    unsafe base = .allocate(byteCount: byteCount, alignment: 64)
  }

  deinit { unsafe base.deallocate() }
}
