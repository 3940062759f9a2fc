package import HeadroomPixels

/// A step's pixels in memory: four planes, of floats or of numbers of half precision.
package struct StoredPixels: Sendable {
  package let rect: PixelRect
  package let storage: PixelStorage
  package let stride: Int
  package let isHalf: Bool

  /// - Parameter isHalf: whether the pixels are rounded to half precision and so take half the memory.
  init(_ rect: PixelRect, isHalf: Bool = false) throws(RenderError) {
    self.rect = rect
    self.isHalf = isHalf
    stride = (rect.width + 15) & ~15
    let (numbers, overflow) = stride.multipliedReportingOverflow(by: rect.height * 4)
    guard !overflow, numbers < 1 << 40 else { throw .tooLarge(width: rect.width, height: rect.height) }
    let bytesEach = isHalf ? MemoryLayout<Float16>.stride : MemoryLayout<Float>.stride
    do throws(PixelError) {
      storage = try StoragePool.shared.storage(byteCount: max(numbers, 32) * bytesEach)
    } catch {
      throw RenderError(error, width: rect.width, height: rect.height)
    }
  }

  package var byteCount: Int { storage.byteCount }

  private var planeStride: Int { stride * rect.height }

  /// Floats as a tile; workers write disjoint parts of it.
  package var tile: Tile {
    precondition(!isHalf, "halves are no tile of floats")
    let base = unsafe storage.base.assumingMemoryBound(to: Float.self)
    return unsafe Tile(rect: rect, base: base, stride: stride, planeStride: planeStride)
  }

  /// The part of the tile of floats that covers `part`.
  package func tile(_ part: PixelRect) -> Tile { unsafe tile.part(part) }

  /// Reads pixels of a row, which must be present.
  package func read(x: Int, y: Int, count: Int, into rows: RowPointers) {
    guard isHalf else { return unsafe rows.copy(from: tile.rows(x: x, y: y), count: count) }
    let from = unsafe half(x: x, y: y)
    for plane in 0..<4 {
      unsafe HalfRows.unpack(from + plane &* planeStride, into: rows.plane(plane), count)
    }
  }

  /// Stores pixels that have half precision.
  package func store(_ tile: Tile) {
    let (x, width) = unsafe (tile.rect.minX, tile.rect.width)
    for y in unsafe tile.rect.minY..<tile.rect.maxY {
      let to = unsafe half(x: x, y: y)
      for plane in 0..<4 {
        unsafe HalfRows.pack(tile.row(plane, y: y), into: to + plane &* planeStride, width)
      }
    }
  }

  /// The red of a pixel.
  private func half(x: Int, y: Int) -> UnsafeMutablePointer<Float16> {
    unsafe storage.base.assumingMemoryBound(to: Float16.self) + ((y &- rect.minY) &* stride &+ (x &- rect.minX))
  }

  /// Copies the pixels that both have.
  package func copy(from other: StoredPixels) {
    let both = rect.intersection(other.rect)
    let bytesEach = isHalf ? MemoryLayout<Float16>.stride : MemoryLayout<Float>.stride
    for plane in 0..<4 {
      for y in both.rows {
        let (to, from) = (place(plane, both.minX, y), other.place(plane, both.minX, y))
        unsafe (storage.base + to * bytesEach).copyMemory(
          from: other.storage.base + from * bytesEach, byteCount: both.width * bytesEach)
      }
    }
  }

  private func place(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    plane * planeStride + (y - rect.minY) * stride + x - rect.minX
  }

  /// All pixels, for readers that need them as a whole.
  package var pixels: ParameterPixels {
    let tile = unsafe tile
    var pixels: [Pixel] = []
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { unsafe pixels.append(tile.pixel(x: x, y: y)) }
    }
    return ParameterPixels(rect: rect, pixels: pixels)
  }
}

/// The pixels of a step in memory: rectangles that do not overlap, nearly always one.
struct StoredStep: Sendable {
  var parts: [StoredPixels]

  init(_ pixels: StoredPixels) { parts = [pixels] }

  init(_ rects: [PixelRect], isHalf: Bool) throws(RenderError) {
    parts = []
    for rect in rects { parts.append(try StoredPixels(rect, isHalf: isHalf)) }
  }

  /// The one that has all of a rectangle.
  func part(holding rect: PixelRect) -> StoredPixels? {
    for part in parts where part.rect.contains(rect) { return part }
    return nil
  }
}

extension Tile {
  /// A smaller rectangle of the same memory.
  package func part(_ part: PixelRect) -> Tile {
    let start = unsafe base + ((part.minY - rect.minY) * stride + (part.minX - rect.minX))
    return unsafe Tile(rect: part, base: start, stride: stride, planeStride: planeStride)
  }

  /// Rounds all pixels to half precision.
  func roundToHalf() {
    for plane in 0..<4 {
      for y in unsafe rect.minY..<rect.maxY { unsafe HalfRows.round(row(plane, y: y), rect.width) }
    }
  }
}
