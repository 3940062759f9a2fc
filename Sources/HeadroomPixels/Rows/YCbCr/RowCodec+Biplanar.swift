internal import HeadroomColor

/// Rows of biplanar bitmaps.
extension RowCodec {
  // MARK: - Unpacking

  static func unpackBiplanar(_ bitmap: PixelBitmap, row: Int, x: Int, count: Int, into rows: RowPointers) {
    let format = bitmap.format
    let color = BiplanarColor(bitmap.ycbcr, bitDepth: format.bitsPerComponent)
    let (horizontal, vertical) = format.subsampling
    let size = format.planeSize(1, width: bitmap.width, height: bitmap.height)
    let lines = ChromaRows(of: row, isHalved: vertical == 2, siting: bitmap.ycbcr.siting, height: size.height)
    let (near, far) = (bitmap.chromaSamples(lines.near), bitmap.chromaSamples(lines.far))
    let chroma = ChromaReader(
      layout: bitmap.chromaLayout, origin: color.chromaOrigin, isHalved: horizontal == 2, siting: bitmap.ycbcr.siting)
    let luma = unsafe bitmap.rowAddress(row) + x * format.bytesPerComponent
    // Pixels whose chroma fits in a scratch row.
    let chunk = 240
    unsafe withChunkRows { scratch in
      for start in stride(from: 0, to: count, by: chunk) {
        let length = min(chunk, count - start)
        let to = unsafe rows.advanced(by: start)
        // The rows of the caller hold the chroma until it becomes colour: Cb in blue, Cr in red.
        unsafe chroma.read(
          near, far, farWeight: lines.farWeight, columns: size.width, first: x + start, count: length,
          scratch: (scratch.b, scratch.r), into: (to.b, to.r))
        unsafe bitmap.lumaLayout.run(
          BiplanarColor.Loop(
            color: color, luma: luma + start * format.bytesPerComponent, rows: to, count: length))
      }
    }
    unsafe fill(rows.a, 1, count)
  }

  // MARK: - Packing

  /// Writes the same span of two rows, `row` and `row + 1`, to a biplanar bitmap with their common chroma.
  ///
  /// `lower` is nil below the last row of a picture of odd height. Chroma that lies between two luma samples is their
  /// mean; chroma that lies on a luma sample is the mean over 1, 2, 1 along the row and the sample's own row. The ends
  /// of the span count as ends of the picture, so pictures with halved chroma should be written in whole rows. `row`
  /// must be even, and `x` too.
  package static func packPair(
    _ upper: RowPointers, _ lower: RowPointers?, count: Int, into bitmap: PixelBitmap, row: Int, x: Int,
    dither: Dither = .none
  ) {
    precondition(x >= 0 && count >= 0 && x <= bitmap.width - count, "span outside the bitmap")
    precondition(bitmap.format.isBiplanar && row % 2 == 0, "pairs of rows are for biplanar formats")
    let sharesChroma = bitmap.format.subsampling.vertical == 2 && bitmap.ycbcr.siting != .topLeft
    let isDithered = dither == .ordered
    unsafe packBiplanar(upper, sharesChroma ? lower : nil, count, bitmap, row, x, isDithered)
    if let lower = unsafe lower { unsafe packBiplanar(lower, nil, count, bitmap, row + 1, x, isDithered) }
  }

  /// Writes the luma of `rows`, and on a row that has chroma the mean chroma of `rows` and `other`.
  static func packBiplanar(
    _ rows: RowPointers, _ other: RowPointers?, _ count: Int, _ bitmap: PixelBitmap, _ row: Int, _ x: Int,
    _ isDithered: Bool
  ) {
    guard count > 0 else { return }
    let format = bitmap.format
    let kernels = YCbCrEncodeKernels(
      matrix: bitmap.ycbcr.matrix, bitDepth: format.bitsPerComponent, isFullRange: bitmap.ycbcr.isFullRange)
    let luma = unsafe bitmap.rowAddress(row) + x * format.bytesPerComponent
    if isDithered {
      unsafe packDithered(rows, count, kernels, luma, bitmap.lumaLayout, row, x)
    } else {
      unsafe kernels.storeLuma(rows, luma, bitmap.lumaLayout, count)
    }
    let (horizontal, vertical) = format.subsampling
    guard row % vertical == 0 else { return }
    let chroma = bitmap.chromaSamples(row / vertical).advanced(by: x / horizontal * bitmap.chromaLayout.stride)
    let filter = YCbCrEncodeKernels.ChromaFilter(isHalved: horizontal == 2, siting: bitmap.ycbcr.siting)
    unsafe kernels.storeChroma(rows, other ?? rows, filter, chroma, bitmap.chromaLayout, count)
  }

  private static func packDithered(
    _ rows: RowPointers, _ count: Int, _ kernels: YCbCrEncodeKernels, _ to: UnsafeMutableRawPointer,
    _ layout: SampleLayout, _ row: Int, _ x: Int
  ) {
    for start in stride(from: 0, to: count, by: DitherPattern.chunk) {
      let length = min(DitherPattern.chunk, count - start)
      unsafe DitherPattern.withRow(x: x + start, y: row) {
        unsafe kernels.storeLuma(rows.advanced(by: start), to + start * layout.stride, layout, length, $0)
      }
    }
  }
}

extension PixelBitmap {
  /// Samples of luma. Words of 10 bits have their codes at the top.
  fileprivate var lumaLayout: SampleLayout { layout(step: 1) }
  /// Samples of Cb, and one sample on, of Cr.
  fileprivate var chromaLayout: SampleLayout { layout(step: 2) }

  fileprivate func chromaSamples(_ row: Int) -> ChromaSamples {
    let address = unsafe chromaRowAddress(row)
    return unsafe ChromaSamples(cb: address, cr: address + format.bytesPerComponent)
  }

  private func layout(step: Int) -> SampleLayout {
    let size = format.bytesPerComponent
    return SampleLayout(size: size, step: step, shift: 8 * size - format.bitsPerComponent)
  }
}

/// Numbers that make R'G'B' of codes: 1 for the code of white, nothing clamped.
private struct BiplanarColor {
  let chromaOrigin: Float
  private let lumaOrigin: Float
  private let lumaRange: Float
  private let redFromCr: Float
  private let greenFromCb: Float
  private let greenFromCr: Float
  private let blueFromCb: Float

  init(_ encoding: YCbCrEncoding, bitDepth: Int) {
    let codes = CodeRange(bitDepth: bitDepth, isFull: encoding.isFullRange)
    let step = Float(1 << (bitDepth - 8))
    chromaOrigin = 128 * step
    lumaOrigin = Float(codes.lumaCodes.black)
    lumaRange = Float(codes.lumaCodes.white - codes.lumaCodes.black)
    let chromaScale = 1 / (encoding.isFullRange ? Float(codes.maximumCode) : 224 * step)
    let toRGB = encoding.matrix.toRGB
    redFromCr = Float(toRGB[0, 2]) * chromaScale
    greenFromCb = Float(toRGB[1, 1]) * chromaScale
    greenFromCr = Float(toRGB[1, 2]) * chromaScale
    blueFromCb = Float(toRGB[2, 1]) * chromaScale
  }

  /// Luma codes, and the chroma in the blue and red rows, become R'G'B'.
  @safe struct Loop: SampleLoop {
    let color: BiplanarColor
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
}
