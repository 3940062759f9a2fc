internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// A weighted mean over a pattern of pixels: discs, lines.
struct PatternConvolution: NeighbourhoodImplementation {
  let fingerprint: Fingerprint
  let edge: EdgeMode
  private let pattern: TapPattern
  private let list: TapList

  var toleratesPartialInput: Bool { true }

  /// - Parameter name: identifies the pattern, together with the numbers.
  init(_ name: String, _ numbers: [Double], _ pattern: TapPattern, edge: EdgeMode) {
    fingerprint = Fingerprint(name, numbers + edge.fingerprint)
    self.pattern = pattern
    self.edge = edge
    list = TapList(pattern, isBalanced: true)
  }

  func region(for output: PixelRect) -> PixelRect {
    edge.region(output.expanded(dx: pattern.reachX, dy: pattern.reachY))
  }

  /// Weights are positive and sum to 1.
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    func around(_ part: PixelRect) -> PixelRect { part.expanded(dx: pattern.reachX, dy: pattern.reachY) }
    let window = unsafe WeightedWindow(input, over: around(output.rect), edge, scratch: scratch)
    unsafe window.compute(output, reading: around) { part, plane in
      unsafe TapConvolution.run(list, pattern, window.tile, into: part, plane: plane, scratch: scratch)
    }
    scratch.reset(to: mark)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>.zero
    for dy in -pattern.reachY...pattern.reachY {
      for dx in -pattern.reachX...pattern.reachX {
        let weight = pattern.weight(dx: dx, dy: dy)
        if weight != 0 { sum += edge.pixel(x + dx, y + dy, of: input).summable * weight }
      }
    }
    return Pixel(sum)
  }
}

/// One plane of a tile convolved with a list of taps.
enum TapConvolution {
  /// Columns that stay in the cache with all their taps.
  private static let strip = 64

  /// - Parameter input: covers the output and the pattern's reach around it.
  static func run(
    _ list: TapList, _ pattern: TapPattern, _ input: Tile, into output: Tile, plane: Int, scratch: ScratchArena
  ) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let window = rect.expanded(dx: pattern.reachX, dy: pattern.reachY)
    // Rows are staggered, and long enough for the sums that begin at their end.
    let stride = ((window.width + 15) / 16 | 1) * 16
    let levelStride = stride * window.height
    let sums = unsafe scratch.floats(levelStride * list.levels + stride)
    for y in window.minY..<window.maxY {
      let row = unsafe sums + (y - window.minY) * stride
      unsafe row.update(from: input.row(plane, y: y) + (window.minX - input.rect.minX), count: window.width)
      unsafe (row + window.width).update(repeating: 0, count: stride - window.width)
      unsafe doubleUp(row, levels: list.levels, levelStride: levelStride, width: window.width)
    }
    let taps = list.taps.map { tap in
      PlacedTap(
        offset: tap.level * levelStride + (tap.dy + pattern.reachY) * stride + tap.dx + pattern.reachX,
        weight: tap.weight)
    }
    unsafe taps.withUnsafeBufferPointer { buffer in
      guard let taps = buffer.baseAddress else { return }
      let tapCount = buffer.count
      for x in Swift.stride(from: 0, to: rect.width, by: strip) {
        let count = min(strip, rect.width - x)
        for y in 0..<rect.height {
          unsafe TapSum.run(
            taps, tapCount, sums + (y * stride + x), into: output.row(plane, y: rect.minY + y) + x, count: count)
        }
      }
    }
    scratch.reset(to: mark)
  }

  /// Sums of 2, 4, 8... neighbours to the right, each from two of the level before.
  private static func doubleUp(_ row: UnsafeMutablePointer<Float>, levels: Int, levelStride: Int, width: Int) {
    for level in 1..<max(levels, 1) {
      let half = 1 << (level - 1)
      let from = unsafe row + (level - 1) * levelStride
      let to = unsafe row + level * levelStride
      let count = max(width - 2 * half + 1, 0)
      for i in 0..<count { unsafe to[i] = from[i] + from[i &+ half] }
      for i in count..<width { unsafe to[i] = 0 }
    }
  }
}
