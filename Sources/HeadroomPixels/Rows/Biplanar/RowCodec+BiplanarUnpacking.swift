extension RowCodec {
  static func unpackBiplanar(_ bitmap: PixelBitmap, row: Int, x: Int, count: Int, into rows: RowPointers) {
    if bitmap.format.component == .uint8 {
      unsafe unpackBiplanar(BiplanarSample8.self, bitmap, row, x, count, rows)
    } else {
      unsafe unpackBiplanar(BiplanarSample10.self, bitmap, row, x, count, rows)
    }
  }

  @inline(__always)
  private static func unpackBiplanar<Sample: BiplanarSample>(
    _: Sample.Type, _ bitmap: PixelBitmap, _ row: Int, _ x: Int, _ count: Int, _ rows: RowPointers
  ) {
    let constants = YCbCrConstants(bitmap.ycbcr, bits: Sample.bits)
    let luma = unsafe UnsafeRawPointer(bitmap.rowAddress(row)) + x * bitmap.format.bytesPerComponent
    let chromaRows = ChromaRows(bitmap, row: row)
    let near = unsafe UnsafeRawPointer(bitmap.chromaRowAddress(chromaRows.near))
    let far = unsafe UnsafeRawPointer(bitmap.chromaRowAddress(chromaRows.far))
    let isHalved = bitmap.format.subsampling.horizontal == 2
    let columns = bitmap.format.planeSize(1, width: bitmap.width, height: bitmap.height).width
    let taps = ChromaTaps.horizontal(bitmap.ycbcr.siting)
    // Luma pixels that a chunk covers; with the chroma around them they fit in the scratch rows.
    let chunk = 240
    unsafe withChunkRows { scratch in
      var start = 0
      while start < count {
        let length = min(chunk, count - start)
        let to = unsafe rows.advanced(by: start)
        let first = x + start
        // The rows of the caller hold the chroma until it becomes colour: Cb in blue, Cr in red.
        if isHalved {
          let span = (first: first, count: length, columns: columns)
          let blend = ChromaBlend(origin: constants.chromaOrigin, farWeight: chromaRows.farWeight)
          unsafe loadChroma(Sample.self, near, far, blend, span, scratch)
          unsafe interpolate(scratch.b, to.b, taps, span)
          unsafe interpolate(scratch.r, to.r, taps, span)
        } else {
          let source = unsafe near + first * 2 * bitmap.format.bytesPerComponent
          unsafe loadFullChroma(Sample.self, source, constants.chromaOrigin, to, length)
        }
        unsafe convert(Sample.self, luma + start * bitmap.format.bytesPerComponent, constants, to, length)
        start += length
      }
    }
    unsafe fill(rows.a, 1, count)
  }

  private typealias Span = (first: Int, count: Int, columns: Int)

  private struct ChromaBlend {
    let origin: Float
    let farWeight: Float
  }

  /// The chroma of a span with one sample more on each side, blended between two rows, origin removed.
  @inline(__always)
  private static func loadChroma<Sample: BiplanarSample>(
    _: Sample.Type, _ near: UnsafeRawPointer, _ far: UnsafeRawPointer, _ blend: ChromaBlend, _ span: Span,
    _ scratch: RowPointers
  ) {
    let begin = span.first / 2 - 1
    let end = (span.first + span.count - 1) / 2 + 2
    let inside = max(begin, 0)..<min(end, span.columns)
    let (cb, cr) = unsafe (scratch.b, scratch.r)
    let shift = inside.lowerBound - begin
    let length = inside.count
    let size = Sample.bits > 8 ? 4 : 2
    let nearSpan = unsafe near + inside.lowerBound * size
    let farSpan = unsafe far + inside.lowerBound * size
    let (origin, farWeight) = (blend.origin, blend.farWeight)
    let nearWeight = 1 - farWeight
    let (cbInside, crInside) = unsafe (cb + shift, cr + shift)
    for i in 0..<length {
      let cbNear = unsafe (Sample.load(nearSpan, 2 &* i) - origin) * nearWeight
      let crNear = unsafe (Sample.load(nearSpan, 2 &* i &+ 1) - origin) * nearWeight
      unsafe cbInside[i] = cbNear + (Sample.load(farSpan, 2 &* i) - origin) * farWeight
      unsafe crInside[i] = crNear + (Sample.load(farSpan, 2 &* i &+ 1) - origin) * farWeight
    }
    // Beyond the picture its last sample goes on.
    if shift > 0 { unsafe (cb[0], cr[0]) = unsafe (cb[1], cr[1]) }
    let held = shift + length
    if held < end - begin { unsafe (cb[held], cr[held]) = unsafe (cb[held - 1], cr[held - 1]) }
  }

  /// Doubles chroma horizontally. `chroma[0]` is the sample before that of the first pixel.
  private static func interpolate(
    _ chroma: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ taps: ChromaTaps, _ span: Span
  ) {
    let isOdd = span.first % 2
    let own = unsafe chroma + 1
    if isOdd == 1 { unsafe to[0] = unsafe own[0] * (1 - taps.oddAfter) + own[1] * taps.oddAfter }
    // From here on pairs of an even and an odd pixel.
    let even = unsafe own + isOdd
    let out = unsafe to + isOdd
    let rest = span.count - isOdd
    let (before, after) = (taps.evenBefore, taps.oddAfter)
    for i in 0..<(rest / 2) {
      unsafe out[2 &* i] = unsafe even[i] * (1 - before) + even[i &- 1] * before
      unsafe out[2 &* i &+ 1] = unsafe even[i] * (1 - after) + even[i &+ 1] * after
    }
    if rest % 2 == 1 {
      let last = rest / 2
      unsafe out[rest - 1] = unsafe even[last] * (1 - before) + even[last - 1] * before
    }
  }

  @inline(__always)
  private static func loadFullChroma<Sample: BiplanarSample>(
    _: Sample.Type, _ source: UnsafeRawPointer, _ origin: Float, _ rows: RowPointers, _ count: Int
  ) {
    let (r, b) = unsafe (rows.r, rows.b)
    for i in 0..<count {
      unsafe b[i] = unsafe Sample.load(source, 2 &* i) - origin
      unsafe r[i] = unsafe Sample.load(source, 2 &* i &+ 1) - origin
    }
  }

  /// Luma codes and the chroma in the blue and red rows become R'G'B'.
  @inline(__always)
  private static func convert<Sample: BiplanarSample>(
    _: Sample.Type, _ luma: UnsafeRawPointer, _ constants: YCbCrConstants, _ rows: RowPointers, _ count: Int
  ) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    let origin = constants.lumaOrigin
    let range = constants.lumaRange
    let chromaScale = 1 / constants.chromaRange
    let redFromCr = constants.redFromCr * chromaScale
    let greenFromCb = constants.greenFromCb * chromaScale
    let greenFromCr = constants.greenFromCr * chromaScale
    let blueFromCb = constants.blueFromCb * chromaScale
    for i in 0..<count {
      // A division, so that the code of white is exactly one.
      let y = unsafe (Sample.load(luma, i) - origin) / range
      let cb = unsafe b[i]
      let cr = unsafe r[i]
      unsafe r[i] = y.addingProduct(redFromCr, cr)
      unsafe g[i] = y.addingProduct(greenFromCb, cb).addingProduct(greenFromCr, cr)
      unsafe b[i] = y.addingProduct(blueFromCb, cb)
    }
  }
}
