package import HeadroomPixels

/// A worker's stack of scratch memory: frames are pushed while a tile is evaluated and popped together.
///
/// Blocks come from the shared pool and are kept for the worker's life, so that a render allocates a few times only.
package final class ScratchArena {
  private var blocks: [Block] = []
  private var block = 0
  private var used = 0
  private let blockBytes: Int
  /// Why what was computed since is worth nothing: mostly memory that could not be had.
  package private(set) var failure: RenderError?

  /// Memory, or addresses in its place.
  private enum Block {
    case memory(PixelStorage)
    case addresses(SharedScratch)

    var byteCount: Int {
      switch self {
      case .memory(let storage): storage.byteCount
      case .addresses(let shared): shared.byteCount
      }
    }

    @unsafe var base: UnsafeMutableRawPointer {
      switch self {
      case .memory(let storage): unsafe storage.base
      case .addresses(let shared): unsafe shared.base
      }
    }
  }

  /// Bytes that are taken at a time.
  package static let blockBytes = 8 << 20

  package init(blockBytes: Int = ScratchArena.blockBytes) { self.blockBytes = blockBytes }

  /// A place to return to.
  package struct Mark {
    fileprivate let block: Int
    fileprivate let used: Int

    /// Before everything.
    static var bottom: Mark { Mark(block: 0, used: 0) }
  }

  package var mark: Mark { Mark(block: block, used: used) }

  /// Gives back everything taken since the mark.
  package func reset(to mark: Mark) {
    block = mark.block
    used = mark.used
  }

  /// Uninitialised floats, aligned to a cache line.
  package func floats(_ count: Int) -> UnsafeMutablePointer<Float> {
    let bytes = (count * MemoryLayout<Float>.stride + 63) & ~63
    if block >= blocks.count || used + bytes > blocks[block].byteCount { advance(toBlockOf: bytes) }
    let start = unsafe blocks[block].base + used
    used += bytes
    return unsafe start.assumingMemoryBound(to: Float.self)
  }

  /// Bytes of all blocks.
  package var byteCount: Int { blocks.reduce(0) { $0 + $1.byteCount } }

  /// Goes on in a block with room. All behind the one in use are free: when none of them is large enough, one that is takes
  /// their place, or requests that grow from tile to tile would add up.
  private func advance(toBlockOf bytes: Int) {
    if used > 0 { block += 1 }
    used = 0
    if let large = blocks[block...].firstIndex(where: { $0.byteCount >= bytes }) {
      blocks.swapAt(block, large)
    } else {
      blocks.removeSubrange(block...)
      blocks.append(newBlock(Swift.max(bytes, blockBytes)))
    }
  }

  /// Ends the render after the tile; the first error counts.
  func fail(_ error: RenderError) { failure = failure ?? error }

  /// Kernels have no error path: without memory they go on with addresses that show some, and ``failure`` ends the render
  /// after the tile.
  private func newBlock(_ byteCount: Int) -> Block {
    do throws(PixelError) {
      return .memory(try StoragePool.shared.storage(byteCount: byteCount))
    } catch {
      fail(RenderError(error, width: 0, height: 0))
      guard let shared = SharedScratch(byteCount: byteCount) else {
        fatalError("no addresses for \(byteCount) bytes of scratch")
      }
      return .addresses(shared)
    }
  }

  /// An uninitialised tile. Rows are padded to a cache line and staggered, so that equal columns of neighbouring rows
  /// do not fall into one cache set.
  package func tile(_ rect: PixelRect) -> Tile {
    var stride = (rect.width + 15) & ~15
    if stride % 256 == 0 { stride += 16 }
    let planeStride = stride * rect.height + 16
    return unsafe Tile(rect: rect, base: floats(planeStride * 4), stride: stride, planeStride: planeStride)
  }

  /// Four rows of a span.
  package func rows(_ count: Int) -> RowPointers {
    let padded = (count + 15) & ~15
    let base = unsafe floats(padded * 4)
    return unsafe RowPointers(r: base, g: base + padded, b: base + 2 * padded, a: base + 3 * padded)
  }
}
