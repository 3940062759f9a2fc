internal import CHeadroomMath

extension RowCodec {
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
    if bitmap.format.component == .uint8 {
      unsafe packBiplanar(BiplanarSample8.self, rows, other, count, bitmap, row, x, isDithered)
    } else {
      unsafe packBiplanar(BiplanarSample10.self, rows, other, count, bitmap, row, x, isDithered)
    }
  }

  @inline(__always)
  private static func packBiplanar<Sample: BiplanarSample>(
    _: Sample.Type, _ rows: RowPointers, _ other: RowPointers?, _ count: Int, _ bitmap: PixelBitmap, _ row: Int,
    _ x: Int, _ isDithered: Bool
  ) {
    let constants = YCbCrConstants(bitmap.ycbcr, bits: Sample.bits)
    let luma = unsafe bitmap.rowAddress(row) + x * bitmap.format.bytesPerComponent
    var start = 0
    while start < count {
      let length = min(DitherPattern.chunk, count - start)
      let to = unsafe luma + start * bitmap.format.bytesPerComponent
      let from = unsafe rows.advanced(by: start)
      if isDithered {
        unsafe DitherPattern.withRow(x: x + start, y: row) {
          unsafe packLuma(Sample.self, from, constants, to, length, $0)
        }
      } else {
        unsafe packLuma(Sample.self, from, constants, to, length, NoDither())
      }
      start += length
    }
    let (horizontal, vertical) = bitmap.format.subsampling
    guard row % vertical == 0 else { return }
    let address = unsafe bitmap.chromaRowAddress(row / vertical)
    let to = unsafe address + x / horizontal * bitmap.format.bytesPerElement(plane: 1)
    let filter = ChromaFilter(isHalved: horizontal == 2, siting: bitmap.ycbcr.siting)
    unsafe packChroma(Sample.self, rows, other ?? rows, constants, filter, to, count)
  }

  @inline(__always)
  private static func packLuma<Sample: BiplanarSample, D: DitherOffsets>(
    _: Sample.Type, _ rows: RowPointers, _ constants: YCbCrConstants, _ to: UnsafeMutableRawPointer, _ count: Int,
    _ dither: D
  ) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      let y = unsafe constants.luma(r[i], g[i], b[i])
      let code = constants.code(y, constants.lumaRange, constants.lumaOrigin + dither.offset(i))
      unsafe Sample.store(to, i, code)
    }
  }

  /// What a chroma sample takes from the luma samples around it in its row.
  private struct ChromaFilter {
    let isHalved: Bool
    let before: Float
    let own: Float
    let after: Float

    init(isHalved: Bool, siting: YCbCrEncoding.Siting) {
      self.isHalved = isHalved
      (before, own, after) = siting == .center ? (0, 0.5, 0.5) : (0.25, 0.5, 0.25)
    }
  }

  @inline(__always)
  private static func packChroma<Sample: BiplanarSample>(
    _: Sample.Type, _ rows: RowPointers, _ other: RowPointers, _ constants: YCbCrConstants, _ filter: ChromaFilter,
    _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    // Luma samples of a chunk: even, and with one neighbour on each side within the scratch rows.
    let chunk = 240
    unsafe withChunkRows { scratch in
      var start = 0
      while start < count {
        let length = min(chunk, count - start)
        // Entry 1 of the scratch rows is the first pixel of the chunk.
        let begin = max(start - 1, 0)
        let end = min(start + length + 1, count)
        let (cb, cr) = unsafe (scratch.b + 1 + (begin - start), scratch.r + 1 + (begin - start))
        unsafe chroma(rows.advanced(by: begin), other.advanced(by: begin), constants, cb, cr, end - begin)
        if start == 0 { unsafe (scratch.b[0], scratch.r[0]) = unsafe (scratch.b[1], scratch.r[1]) }
        if end == count {
          unsafe (cb[end - begin], cr[end - begin]) = unsafe (cb[end - begin - 1], cr[end - begin - 1])
        }
        let samples = filter.isHalved ? (length + 1) / 2 : length
        let first = filter.isHalved ? start / 2 : start
        let size = Sample.bits > 8 ? 4 : 2
        let target = unsafe to + first * size
        if filter.isHalved {
          unsafe storeHalved(Sample.self, scratch.b + 1, target, 0, filter, constants, samples)
          unsafe storeHalved(Sample.self, scratch.r + 1, target, 1, filter, constants, samples)
        } else {
          unsafe store(Sample.self, scratch.b + 1, scratch.r + 1, target, constants, samples)
        }
        start += length
      }
    }
  }

  private static func chroma(
    _ rows: RowPointers, _ other: RowPointers, _ constants: YCbCrConstants, _ cb: UnsafeMutablePointer<Float>,
    _ cr: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (r0, g0, b0) = unsafe (rows.r, rows.g, rows.b)
    let (r1, g1, b1) = unsafe (other.r, other.g, other.b)
    let (cbScale, crScale) = (constants.cbScale, constants.crScale)
    for i in 0..<count {
      let r = unsafe (r0[i] + r1[i]) * 0.5
      let g = unsafe (g0[i] + g1[i]) * 0.5
      let b = unsafe (b0[i] + b1[i]) * 0.5
      let y = constants.luma(r, g, b)
      let blueDifference = (b - y) * cbScale
      let redDifference = (r - y) * crScale
      // Neither is a colour for NaN; without a difference it becomes gray.
      unsafe cb[i] = blueDifference == blueDifference ? blueDifference : 0
      unsafe cr[i] = redDifference == redDifference ? redDifference : 0
    }
  }

  @inline(__always)
  private static func storeHalved<Sample: BiplanarSample>(
    _: Sample.Type, _ chroma: UnsafePointer<Float>, _ to: UnsafeMutableRawPointer, _ component: Int,
    _ filter: ChromaFilter, _ constants: YCbCrConstants, _ count: Int
  ) {
    let (before, own, after) = (filter.before, filter.own, filter.after)
    for i in 0..<count {
      let sum = unsafe chroma[2 &* i &- 1] * before + chroma[2 &* i] * own + chroma[2 &* i &+ 1] * after
      let code = constants.code(sum, constants.chromaRange, constants.chromaOrigin)
      unsafe Sample.store(to, 2 &* i &+ component, code)
    }
  }

  @inline(__always)
  private static func store<Sample: BiplanarSample>(
    _: Sample.Type, _ cb: UnsafePointer<Float>, _ cr: UnsafePointer<Float>, _ to: UnsafeMutableRawPointer,
    _ constants: YCbCrConstants, _ count: Int
  ) {
    for i in 0..<count {
      let blue = unsafe constants.code(cb[i], constants.chromaRange, constants.chromaOrigin)
      let red = unsafe constants.code(cr[i], constants.chromaRange, constants.chromaOrigin)
      unsafe Sample.store(to, 2 &* i, blue)
      unsafe Sample.store(to, 2 &* i &+ 1, red)
    }
  }
}

extension YCbCrConstants {
  @inline(__always)
  func luma(_ r: Float, _ g: Float, _ b: Float) -> Float { (kr * r).addingProduct(kg, g).addingProduct(kb, b) }

  /// The nearest code a sample can hold; NaN gives 0.
  @inline(__always)
  func code(_ value: Float, _ range: Float, _ origin: Float) -> UInt32 {
    (headroom_clamp(origin.addingProduct(value, range), 0, largestCode) + roundingMagic).bitPattern & 0x3FF
  }
}
