package import HeadroomPixels

/// A worker's stack of scratch memory: frames are pushed while a tile is evaluated and popped together.
///
/// Blocks come from the shared pool and are kept as long as the worker, so that a render allocates only a few times.
package final class ScratchArena {
  private var pixels: ScratchStack
  /// Lists of addresses, kept apart from pixels: a list at the start of a block would push the pixels into the next
  /// one.
  private var lists = ScratchStack(blockBytes: 8 << 10, isCounted: false)
  /// Why the results since then are invalid: mostly a failed allocation.
  package private(set) var failure: RenderError?

  /// Bytes that are allocated at a time.
  package static let blockBytes = 8 << 20

  package init(blockBytes: Int = ScratchArena.blockBytes) {
    pixels = ScratchStack(blockBytes: blockBytes, isCounted: true)
  }

  /// A place to return to.
  package struct Mark {
    fileprivate let pixels: ScratchStack.Place
    fileprivate let lists: ScratchStack.Place

    /// Before everything.
    package static var bottom: Mark { Mark(pixels: ScratchStack.Place(), lists: ScratchStack.Place()) }
  }

  package var mark: Mark { Mark(pixels: pixels.place, lists: lists.place) }

  /// Frees everything allocated since the mark.
  package func reset(to mark: Mark) {
    pixels.place = mark.pixels
    lists.place = mark.lists
  }

  /// Uninitialised floats, aligned to a cache line.
  package func floats(_ count: Int) -> UnsafeMutablePointer<Float> {
    unsafe pixels.take(count * MemoryLayout<Float>.stride) { fail($0) }.assumingMemoryBound(to: Float.self)
  }

  /// A list of uninitialised values of a type without objects.
  package func list<Value>(_ count: Int, of type: Value.Type = Value.self) -> UnsafeMutablePointer<Value> {
    unsafe lists.take(count * MemoryLayout<Value>.stride) { fail($0) }.bindMemory(to: Value.self, capacity: count)
  }

  /// Bytes of all blocks of pixels.
  package var byteCount: Int { pixels.byteCount }

  /// Ends the render after the tile; the first error counts.
  package func fail(_ error: RenderError) { failure = failure ?? error }

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
