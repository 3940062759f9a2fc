package import HeadroomPixels

/// A worker's stack of scratch memory: frames are pushed while a tile is evaluated and popped together.
///
/// Blocks come from the shared pool and are kept for the worker's life, so that a render allocates a few times only.
package final class ScratchArena {
  private var blocks: [PixelStorage] = []
  private var block = 0
  private var used = 0
  private let blockBytes: Int

  package init(blockBytes: Int = 8 << 20) { self.blockBytes = blockBytes }

  /// A place to return to.
  package struct Mark {
    fileprivate let block: Int
    fileprivate let used: Int
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
    while block < blocks.count, used + bytes > blocks[block].byteCount {
      block += 1
      used = 0
    }
    if block == blocks.count {
      blocks.append(Self.block(Swift.max(bytes, blockBytes)))
      used = 0
    }
    let start = unsafe blocks[block].base + used
    used += bytes
    return unsafe start.assumingMemoryBound(to: Float.self)
  }

  /// Scratch memory has no error path: like any allocation of the language, failing ends the process. Sizes are bounded
  /// by the tile shape and the largest region, not by numbers from files.
  private static func block(_ byteCount: Int) -> PixelStorage {
    guard let storage = try? StoragePool.shared.storage(byteCount: byteCount) else {
      fatalError("no memory for \(byteCount) bytes of scratch")
    }
    return storage
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
