internal import HeadroomColor

/// Reads rows of R'G'B' out of planes, with the chroma interpolated.
struct PlaneReader {
  private let picture: PlanarPicture
  private let color: PlaneColor
  private let chroma: ChromaReader

  /// - Parameter matrix: the weights; ``PlanarPicture/coding`` states the rest.
  init(_ picture: PlanarPicture, matrix: YCbCrMatrix) {
    self.picture = picture
    color = PlaneColor(matrix, isFullRange: picture.coding.isFullRange, bitDepth: picture.bitDepth)
    chroma = ChromaReader(
      layout: picture.chromaLayout, origin: color.chromaOrigin, isHalved: picture.subsampling.horizontal == 2,
      siting: picture.coding.siting)
  }

  /// Reads `count` pixels of a row from column `x` on.
  func read(row: Int, x: Int, count: Int, into rows: RowPointers) {
    let luma = unsafe picture.luma.row(row) + x * picture.layout.stride
    if let planes = picture.chroma {
      let lines = ChromaRows(
        of: row, isHalved: picture.subsampling.vertical == 2, siting: picture.coding.siting,
        height: min(planes.blue.height, planes.red.height))
      let columns = min(planes.blue.width, planes.red.width)
      unsafe read(luma, lines, columns, x, count, into: rows)
    } else {
      unsafe fill(rows.b, 0, count)
      unsafe fill(rows.r, 0, count)
      unsafe picture.layout.run(PlaneColor.Loop(color: color, luma: luma, rows: rows, count: count))
    }
    guard let alpha = picture.alpha else { return unsafe fill(rows.a, 1, count) }
    unsafe picture.layout.run(
      PlaneColor.Shares(
        from: alpha.row(row) + x * picture.layout.stride, to: rows.a,
        largest: Float((1 << picture.bitDepth) - 1), count: count))
  }

  private func read(
    _ luma: UnsafeMutableRawPointer, _ lines: ChromaRows, _ columns: Int, _ x: Int, _ count: Int,
    into rows: RowPointers
  ) {
    guard let near = picture.chromaSamples(lines.near), let far = picture.chromaSamples(lines.far) else { return }
    // Pixels whose chroma fits in a scratch row.
    let chunk = 240
    unsafe RowCodec.withChunkRows { scratch in
      for start in stride(from: 0, to: count, by: chunk) {
        let length = min(chunk, count - start)
        let to = unsafe rows.advanced(by: start)
        // The rows of the caller hold the chroma until it becomes colour: Cb in blue, Cr in red.
        unsafe chroma.read(
          near, far, farWeight: lines.farWeight, columns: columns, first: x + start, count: length,
          scratch: (scratch.b, scratch.r), into: (to.b, to.r))
        unsafe picture.layout.run(
          PlaneColor.Loop(color: color, luma: luma + start * picture.layout.stride, rows: to, count: length))
      }
    }
  }
}

/// Numbers that turn codes into R'G'B': 1 for the code of white, nothing clamped.
private struct PlaneColor {
  let chromaOrigin: Float
  private let lumaOrigin: Float
  private let lumaRange: Float
  private let redFromCr: Float
  private let greenFromCb: Float
  private let greenFromCr: Float
  private let blueFromCb: Float

  init(_ matrix: YCbCrMatrix, isFullRange: Bool, bitDepth: Int) {
    let codes = CodeRange(bitDepth: bitDepth, isFull: isFullRange)
    let step = Float(1 << (bitDepth - 8))
    chromaOrigin = 128 * step
    lumaOrigin = Float(codes.lumaCodes.black)
    lumaRange = Float(codes.lumaCodes.white - codes.lumaCodes.black)
    let chromaScale = 1 / (isFullRange ? Float(codes.maximumCode) : 224 * step)
    let toRGB = matrix.toRGB
    redFromCr = Float(toRGB[0, 2]) * chromaScale
    greenFromCb = Float(toRGB[1, 1]) * chromaScale
    greenFromCr = Float(toRGB[1, 2]) * chromaScale
    blueFromCb = Float(toRGB[2, 1]) * chromaScale
  }

  /// Luma codes, and the chroma in the blue and red rows, become R'G'B'.
  @safe struct Loop: SampleLoop {
    let color: PlaneColor
    let luma: UnsafeRawPointer
    let rows: RowPointers
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (luma, k) = unsafe (luma, color)
      let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
      for i in 0..<count {
        // A division, so that the code of white is exactly one.
        let y = unsafe (Sample.load(luma, i, shift: shift) - k.lumaOrigin) / k.lumaRange
        let (cb, cr) = unsafe (b[i], r[i])
        unsafe r[i] = y.addingProduct(k.redFromCr, cr)
        unsafe g[i] = y.addingProduct(k.greenFromCb, cb).addingProduct(k.greenFromCr, cr)
        unsafe b[i] = y.addingProduct(k.blueFromCb, cb)
      }
    }
  }

  /// Codes of alpha, all of which are used.
  @safe struct Shares: SampleLoop {
    let from: UnsafeRawPointer
    let to: UnsafeMutablePointer<Float>
    let largest: Float
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (from, to) = unsafe (from, to)
      for i in 0..<count { unsafe to[i] = Sample.load(from, i, shift: shift) / largest }
    }
  }
}
