internal import Foundation
internal import HeadroomPixels

/// Resizes a picture with a Lanczos kernel of three lobes: columns first, on planes, then rows, on interleaved pixels.
///
/// Weights follow from absolute positions, so results do not depend on tiles. Interleaved pixels make the second step one
/// vector operation per tap, though each output pixel has its own weights.
struct LanczosResampling: AreaOperation {
  private let across: LanczosAxis
  private let up: LanczosAxis

  init(across: Double, up: Double, picture: PixelRect) {
    self.across = LanczosAxis(factor: across, first: picture.minX, end: picture.maxX)
    self.up = LanczosAxis(factor: up, first: picture.minY, end: picture.maxY)
  }

  var fingerprint: Fingerprint { Fingerprint("Lanczos", across.fingerprint + up.fingerprint) }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect {
    if output.isEmpty { return .empty }
    let (left, right) = (across.taps(of: output.minX), across.taps(of: output.maxX - 1))
    let (bottom, top) = (up.taps(of: output.minY), up.taps(of: output.maxY - 1))
    return PixelRect(
      minX: left.first, minY: bottom.first, maxX: right.last + 1, maxY: top.last + 1)
  }

  /// For pictures that are not negative.
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) * LanczosAxis.largestOvershoot } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let input = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    let (rows, rect) = unsafe (input.rect, output.rect)
    let columns = unsafe ColumnWeights(across, rect, firstColumn: rows.minX, scratch: scratch)
    let planar = unsafe scratch.rows(rows.width)
    let pixels = unsafe UnsafeMutableRawPointer(scratch.floats(rows.width * 4)).bindMemory(
      to: SIMD4<Float>.self, capacity: rows.width)
    let weights = unsafe scratch.floats(up.count)
    for y in rect.minY..<rect.maxY {
      let (first, taps) = unsafe up.fill(weights, at: y)
      unsafe sumColumns(input, first, weights, taps, planar)
      for x in 0..<rows.width {
        unsafe pixels[x] = unsafe SIMD4(planar.r[x], planar.g[x], planar.b[x], planar.a[x])
      }
      unsafe columns.sum(pixels, into: output.rows(x: rect.minX, y: y))
    }
    scratch.reset(to: mark)
  }

  private func sumColumns(
    _ input: Tile, _ first: Int, _ weights: UnsafePointer<Float>, _ taps: Int, _ sums: RowPointers
  ) {
    let width = unsafe input.rect.width
    func sum(_ plane: Int, _ row: UnsafeMutablePointer<Float>) {
      unsafe WeightedSum.run(
        weights, taps: taps, input.row(plane, y: first), step: input.stride, into: row, count: width)
    }
    unsafe sum(0, sums.r)
    unsafe sum(1, sums.g)
    unsafe sum(2, sums.b)
    unsafe sum(3, sums.a)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let (columns, rows) = (across.exactWeights(at: x), up.exactWeights(at: y))
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in rows {
      for (column, weight) in columns {
        let pixel = input(across.held(column), up.held(row))
        let values = SIMD4(Double(pixel.r), Double(pixel.g), Double(pixel.b), Double(pixel.a))
        sum += values.replacing(with: 0, where: values .!= values) * (rowWeight * weight)
      }
    }
    return Pixel(r: Float(sum.x), g: Float(sum.y), b: Float(sum.z), a: Float(min(max(sum.w, 0), 1)))
  }

  /// The weights of each of a tile's columns, each four times: two pixels are weighted at once.
  @unsafe
  private struct ColumnWeights {
    let weights: UnsafeMutablePointer<Float>
    let firsts: [Int]
    let taps: [Int]
    let count: Int

    init(_ axis: LanczosAxis, _ rect: PixelRect, firstColumn: Int, scratch: ScratchArena) {
      let weights = unsafe scratch.floats(4 * axis.count * rect.width)
      let single = unsafe scratch.floats(axis.count)
      unsafe self.weights = unsafe weights
      unsafe count = 4 * axis.count
      let spans = (0..<rect.width).map { column in
        let span = unsafe axis.fill(single, at: rect.minX + column)
        let target = unsafe weights + column * 4 * axis.count
        for t in 0..<4 * span.taps { unsafe target[t] = unsafe single[t / 4] }
        return span
      }
      unsafe firsts = spans.map { $0.first - firstColumn }
      unsafe taps = spans.map(\.taps)
    }

    func sum(_ pixels: UnsafePointer<SIMD4<Float>>, into rows: RowPointers) {
      for x in unsafe firsts.indices {
        let source = unsafe UnsafeRawPointer(pixels + firsts[x])
        let weight = unsafe UnsafeRawPointer(weights + x * count)
        let (taps, pixelBytes) = unsafe (taps[x], MemoryLayout<SIMD4<Float>>.stride)
        var pairs = SIMD8<Float>.zero
        var t = 0
        while t &+ 2 <= taps {
          let offset = t &* pixelBytes
          pairs = unsafe pairs.addingProduct(
            weight.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self),
            source.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self))
          t &+= 2
        }
        var sum = pairs.lowHalf + pairs.highHalf
        if t < taps {
          let offset = t &* pixelBytes
          sum = unsafe sum.addingProduct(
            weight.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self),
            source.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self))
        }
        unsafe rows.r[x] = sum.x
        unsafe rows.g[x] = sum.y
        unsafe rows.b[x] = sum.z
        unsafe rows.a[x] = min(max(sum.w, 0), 1)
      }
    }
  }
}
