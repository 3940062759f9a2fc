internal import Foundation
internal import HeadroomPixels

/// Resizes a picture with a kernel: columns first, on planes, then rows, on interleaved pixels.
///
/// Weights follow from absolute positions, so results do not depend on tiles. Interleaved pixels make the second step one
/// vector operation per tap, though each output pixel has its own weights.
struct SeparableResampling: NeighbourhoodImplementation {
  private let across: ResamplingAxis
  private let up: ResamplingAxis
  private let columns = ColumnWeights.Kept()

  init(_ kernel: ResamplingKernel, across: Double, up: Double, picture: PixelRect) {
    self.across = ResamplingAxis(kernel, factor: across, first: picture.minX, end: picture.maxX)
    self.up = ResamplingAxis(kernel, factor: up, first: picture.minY, end: picture.maxY)
  }

  var fingerprint: Fingerprint { Fingerprint(across.kernel.name, across.fingerprint + up.fingerprint) }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect {
    if output.isEmpty { return .empty }
    let (left, right) = (across.taps(of: output.minX), across.taps(of: output.maxX - 1))
    let (bottom, top) = (up.taps(of: output.minY), up.taps(of: output.maxY - 1))
    return PixelRect(
      minX: left.first, minY: bottom.first, maxX: right.last + 1, maxY: top.last + 1)
  }

  /// For pictures that are not negative.
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) * across.kernel.largestOvershoot } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    // Weights add up to 1 exactly, so that sums over ones need not be computed.
    let isOpaque = unsafe TileInspection.isOpaque(input)
    let input = unsafe TileInspection.summable(input, planes: isOpaque ? 3 : 4, scratch: scratch)
    let (rows, rect) = unsafe (input.rect, output.rect)
    let columns = columns.weights(across, rect.minX..<rect.maxX)
    let sums = unsafe ColumnSums(up, input, isOpaque: isOpaque, scratch: scratch)
    let group = ColumnWeights.rowsAtATime
    let pixels = unsafe Self.pixels(group * rows.width, scratch)
    for start in stride(from: rect.minY, to: rect.maxY, by: group) {
      let end = min(start + group, rect.maxY)
      unsafe sums.fill(start..<end, pixels)
      unsafe columns.sum(
        pixels, stride: rows.width, from: rows.minX, into: output.rows(x: rect.minX, y: start),
        rowStride: output.stride, count: end - start)
    }
    scratch.reset(to: mark)
  }

  private static func pixels(_ count: Int, _ scratch: ScratchArena) -> UnsafeMutablePointer<SIMD4<Float>> {
    unsafe UnsafeMutableRawPointer(scratch.floats(count * 4)).bindMemory(to: SIMD4<Float>.self, capacity: count)
  }

  /// The columns of all output rows are summed at the same time, so that each input row is needed once.
  func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let columns = columns.weights(across, rect.minX..<rect.maxX)
    let pixels = unsafe Self.pixels(region.width, scratch)
    let sums = unsafe RowSums(up, rect, width: region.width, scratch: scratch)
    let inner = scratch.mark
    for start in stride(from: region.minY, to: region.maxY, by: rowsAtATime) {
      let part = PixelRect(
        minX: region.minX, minY: start, maxX: region.maxX, maxY: min(start + rowsAtATime, region.maxY))
      let tile = unsafe TileInspection.summable(input(part), scratch: scratch)
      unsafe sums.add(tile)
      scratch.reset(to: inner)
    }
    for y in rect.minY..<rect.maxY {
      unsafe sums.row(y - rect.minY).interleave(into: pixels, region.width)
      unsafe columns.sum(pixels, from: region.minX, into: output.rows(x: rect.minX, y: y))
    }
    scratch.reset(to: mark)
    return true
  }

  /// The sums of the columns for each of a tile's rows, while the input goes by.
  @unsafe
  private struct RowSums {
    private let rows: [RowPointers]
    private let weights: UnsafeMutablePointer<Float>
    private let spans: [(first: Int, taps: Int)]
    private let count: Int
    private let width: Int

    init(_ axis: ResamplingAxis, _ rect: PixelRect, width: Int, scratch: ScratchArena) {
      let weights = unsafe scratch.floats(axis.count * rect.height)
      unsafe self.weights = unsafe weights
      unsafe count = axis.count
      unsafe self.width = width
      unsafe spans = (0..<rect.height).map { unsafe axis.fill(weights + $0 * axis.count, at: rect.minY + $0) }
      unsafe rows = (0..<rect.height).map { _ in unsafe scratch.rows(width) }
      for index in unsafe rows.indices {
        for plane in 0..<4 { unsafe sums(index, plane).initialize(repeating: 0, count: width) }
      }
    }

    func row(_ index: Int) -> RowPointers { unsafe rows[index] }

    /// Adds the rows of a tile to the sums that they are part of, in the order of the rows.
    func add(_ tile: Tile) {
      let rect = unsafe tile.rect
      for index in unsafe rows.indices {
        let span = unsafe spans[index]
        let from = max(span.first, rect.minY)
        let end = min(span.first + span.taps, rect.maxY)
        guard from < end else { continue }
        let weight = unsafe weights + index * count + (from - span.first)
        for plane in 0..<4 {
          unsafe WeightedSum.add(
            weight, taps: end - from, tile.row(plane, y: from), step: tile.stride, to: sums(index, plane), count: width)
        }
      }
    }

    private func sums(_ index: Int, _ plane: Int) -> UnsafeMutablePointer<Float> {
      let row = unsafe rows[index]
      switch plane {
      case 0: return unsafe row.r
      case 1: return unsafe row.g
      case 2: return unsafe row.b
      default: return unsafe row.a
      }
    }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let (columns, rows) = (across.exactWeights(at: x), up.exactWeights(at: y))
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in rows {
      for (column, weight) in columns {
        sum += input(across.held(column), up.held(row)).summable * (rowWeight * weight)
      }
    }
    return Pixel(r: Float(sum.x), g: Float(sum.y), b: Float(sum.z), a: Float(min(max(sum.w, 0), 1)))
  }
}
