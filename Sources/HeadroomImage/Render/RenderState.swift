import HeadroomPixels

/// What a render knows while it runs: sources in memory, bound programs, results computed so far.
///
/// Written between passes by the thread that renders, read by all workers during a pass.
struct RenderState: Sendable {
  var sources: [LoadedSource] = []
  var programs: [BoundProgram?] = []
  /// Operations of the steps that have one.
  var operations: [StepOperation?] = []
  /// Pixels of materialised steps and of reductions, by step.
  var stored: [StoredPixels?] = []
  /// Steps that a tile may read several times.
  var shared: SharedSteps?
  /// Measured headrooms, by measurement.
  var measurements: [Float] = []
  /// See ``TileRenderer/Options/largestRegion``.
  var largestRegion = 1 << 22
  /// See ``TileRenderer/Options/scratchBlockBytes``.
  var scratchBlockBytes = ScratchArena.blockBytes
}

/// A step's pixels kept for the length of a render.
struct StoredPixels: Sendable {
  let rect: PixelRect
  let storage: PixelStorage
  let stride: Int

  init(_ rect: PixelRect) throws(RenderError) {
    self.rect = rect
    stride = (rect.width + 15) & ~15
    let (floats, overflow) = stride.multipliedReportingOverflow(by: rect.height * 4)
    guard !overflow, floats < 1 << 40 else { throw .tooLarge(width: rect.width, height: rect.height) }
    do throws(PixelError) {
      storage = try StoragePool.shared.storage(byteCount: max(floats, 16) * MemoryLayout<Float>.stride)
    } catch {
      throw RenderError(error, width: rect.width, height: rect.height)
    }
  }

  var byteCount: Int { storage.byteCount }

  /// The pixels as a tile; workers write disjoint parts of it.
  var tile: Tile {
    let base = unsafe storage.base.assumingMemoryBound(to: Float.self)
    return unsafe Tile(rect: rect, base: base, stride: stride, planeStride: stride * rect.height)
  }

  /// All pixels, for those who read them as a whole.
  var pixels: ParameterPixels {
    let tile = unsafe tile
    var pixels: [Pixel] = []
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX { unsafe pixels.append(tile.pixel(x: x, y: y)) }
    }
    return ParameterPixels(rect: rect, pixels: pixels)
  }

  /// The part of the tile that covers `part`.
  func tile(_ part: PixelRect) -> Tile { unsafe tile.part(part) }
}

extension Tile {
  /// A smaller rectangle of the same memory.
  func part(_ part: PixelRect) -> Tile {
    let start = unsafe base + ((part.minY - rect.minY) * stride + (part.minX - rect.minX))
    return unsafe Tile(rect: part, base: start, stride: stride, planeStride: planeStride)
  }
}
