internal import CHeadroomMath
package import HeadroomColor

/// From R'G'B' rows to rows of luma and chroma codes.
///
/// ### Formula
/// Y' = kr R' + kg G' + kb B', Cb = (B' - Y') / (2 (1 - kb)), Cr = (R' - Y') / (2 (1 - kr)), as codes of
/// `CodeRange`: the nearest, and within the range of the depth; NaN gives code 0 of luma and no colour.
package struct YCbCrEncodeKernels: Sendable {
  private let kr: Float
  private let kg: Float
  private let kb: Float
  private let cbScale: Float
  private let crScale: Float
  private let luma: Quantizer
  private let chroma: Quantizer

  package init(matrix: YCbCrMatrix, bitDepth: Int, isFullRange: Bool) {
    kr = Float(matrix.kr)
    kb = Float(matrix.kb)
    kg = Float(1 - matrix.kr - matrix.kb)
    cbScale = Float(1 / (2 * (1 - matrix.kb)))
    crScale = Float(1 / (2 * (1 - matrix.kr)))
    let codes = CodeRange(bitDepth: bitDepth, isFull: isFullRange)
    let step = Float(1 << (bitDepth - 8))
    let largest = Float(codes.maximumCode)
    luma = Quantizer(
      origin: Float(codes.lumaCodes.black), range: Float(codes.lumaCodes.white - codes.lumaCodes.black),
      largest: largest)
    chroma = Quantizer(origin: 128 * step, range: isFullRange ? largest : 224 * step, largest: largest)
  }

  /// Numbers as codes.
  private struct Quantizer: Sendable {
    let origin: Float
    let range: Float
    let largest: Float

    /// The code, not rounded; NaN gives 0.
    @inline(__always)
    func code(_ value: Float, _ offset: Float = 0) -> Float {
      headroom_clamp((origin + offset).addingProduct(value, range), 0, largest)
    }
  }

  /// Luma from one code to the next.
  package var lumaStep: Float { 1 / luma.range }

  @inline(__always)
  private func luma(_ r: Float, _ g: Float, _ b: Float) -> Float {
    (kr * r).addingProduct(kg, g).addingProduct(kb, b)
  }

  // MARK: - Rows as they are

  /// Luma of a row.
  package func storeLuma(_ rows: RowPointers, _ to: UnsafeMutableRawPointer, _ layout: SampleLayout, _ count: Int) {
    unsafe layout.run(Luma(kernels: self, rows: rows, to: to, dither: NoDither(), count: count))
  }

  /// Luma of at most ``DitherPattern/chunk`` pixels, dithered.
  func storeLuma(
    _ rows: RowPointers, _ to: UnsafeMutableRawPointer, _ layout: SampleLayout, _ count: Int, _ dither: PatternRow
  ) {
    unsafe layout.run(Luma(kernels: self, rows: rows, to: to, dither: dither, count: count))
  }

  /// One component as it is: gray, alpha, or a plane of the identity matrix.
  package func storeComponent(
    _ row: UnsafePointer<Float>, _ to: UnsafeMutableRawPointer, _ layout: SampleLayout, _ count: Int
  ) {
    unsafe layout.run(Values(row: row, to: to, quantizer: luma, count: count))
  }

  /// Chroma of every sample.
  package func storeChroma(
    _ row: UnsafePointer<Float>, _ to: UnsafeMutableRawPointer, _ layout: SampleLayout, _ count: Int
  ) {
    unsafe layout.run(Values(row: row, to: to, quantizer: chroma, count: count))
  }

  @safe private struct Luma<Dither: DitherOffsets>: SampleLoop {
    let kernels: YCbCrEncodeKernels
    let rows: RowPointers
    let to: UnsafeMutableRawPointer
    let dither: Dither
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (k, to, dither) = unsafe (kernels, to, dither)
      let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
      for i in 0..<count {
        let y = unsafe k.luma(r[i], g[i], b[i])
        unsafe Sample.store(to, i, k.luma.code(y, dither.offset(i)), shift: shift)
      }
    }
  }

  @safe private struct Values: SampleLoop {
    let row: UnsafePointer<Float>
    let to: UnsafeMutableRawPointer
    let quantizer: Quantizer
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (row, to, quantizer) = unsafe (row, to, quantizer)
      for i in 0..<count { unsafe Sample.store(to, i, quantizer.code(row[i]), shift: shift) }
    }
  }

  // MARK: - Differences of colour

  /// The colour differences of a row of signals.
  package func differences(
    _ r: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ red: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let y = unsafe luma(r[i], g[i], b[i])
      unsafe blue[i] = (b[i] - y) * cbScale
      unsafe red[i] = (r[i] - y) * crScale
    }
  }

  /// The mean colour differences of two rows.
  private func meanDifferences(
    _ rows: RowPointers, _ other: RowPointers, _ blue: UnsafeMutablePointer<Float>,
    _ red: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let (r0, g0, b0) = unsafe (rows.r, rows.g, rows.b)
    let (r1, g1, b1) = unsafe (other.r, other.g, other.b)
    let (cbScale, crScale) = (cbScale, crScale)
    for i in 0..<count {
      let r = unsafe (r0[i] + r1[i]) * 0.5
      let g = unsafe (g0[i] + g1[i]) * 0.5
      let b = unsafe (b0[i] + b1[i]) * 0.5
      let y = luma(r, g, b)
      let blueDifference = (b - y) * cbScale
      let redDifference = (r - y) * crScale
      // NaN has no colour: without a difference it becomes gray.
      unsafe blue[i] = blueDifference == blueDifference ? blueDifference : 0
      unsafe red[i] = redDifference == redDifference ? redDifference : 0
    }
  }

  /// The amounts that differences of colour add to luma: `blue` and `red` in place, and `green`.
  package func partsOfChroma(
    _ blue: UnsafeMutablePointer<Float>, _ red: UnsafeMutablePointer<Float>, _ green: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    let (fromBlue, fromRed) = (-kb / kg, -kr / kg)
    let (blueScale, redScale) = (1 / cbScale, 1 / crScale)
    for i in 0..<count {
      let b = unsafe blue[i] * blueScale
      let r = unsafe red[i] * redScale
      unsafe blue[i] = b
      unsafe red[i] = r
      unsafe green[i] = (b * fromBlue).addingProduct(fromRed, r)
    }
  }

  /// Replaces differences of colour by those that their codes decode to, in place.
  package func roundChroma(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    let (origin, range, largest) = (chroma.origin, chroma.range, chroma.largest)
    for i in 0..<count {
      let rounded = unsafe origin.addingProduct(row[i], range).rounded(.toNearestOrEven)
      unsafe row[i] = (headroom_clamp(rounded, 0, largest) - origin) / range
    }
  }

  // MARK: - Chroma of pixels

  /// Which pixels' differences a chroma sample is the mean of.
  package struct ChromaFilter: Sendable {
    let isHalved: Bool
    /// Weights of the pixel before the sample's own, its own, and the one after.
    let before: Float
    let own: Float
    let after: Float

    /// - Parameter isHalved: whether two pixels of a row share a sample: the mean of two where it lies between them, else
    ///   1, 2, 1 around the even one.
    package init(isHalved: Bool, siting: YCbCrEncoding.Siting) {
      self.isHalved = isHalved
      (before, own, after) = siting.isBetweenColumns ? (0, 0.5, 0.5) : (0.25, 0.5, 0.25)
    }
  }

  /// Chroma of a row of pixels, or of two that share it. The ends of the span count as ends of the picture.
  ///
  /// - Parameters:
  ///   - other: the second row; the first row again where there is none.
  ///   - count: pixels.
  package func storeChroma(
    _ rows: RowPointers, _ other: RowPointers, _ filter: ChromaFilter, _ to: ChromaSamples, _ layout: SampleLayout,
    _ count: Int
  ) {
    // Pixels of a chunk: even, and with one neighbour on each side within the scratch rows.
    let chunk = 240
    unsafe RowCodec.withChunkRows { scratch in
      // Entry 1 of the scratch rows is the first pixel of the chunk.
      let (blues, reds) = unsafe (scratch.b + 1, scratch.r + 1)
      for start in stride(from: 0, to: count, by: chunk) {
        let length = min(chunk, count - start)
        let (begin, end) = (max(start - 1, 0), min(start + length + 1, count))
        let (blue, red) = unsafe (blues + (begin - start), reds + (begin - start))
        unsafe meanDifferences(rows.advanced(by: begin), other.advanced(by: begin), blue, red, end - begin)
        if start == 0 { unsafe (blues[-1], reds[-1]) = unsafe (blues[0], reds[0]) }
        if end == count { unsafe (blues[length], reds[length]) = unsafe (blues[length - 1], reds[length - 1]) }
        let to = to.advanced(by: (filter.isHalved ? start / 2 : start) * layout.stride)
        if filter.isHalved {
          unsafe layout.run(
            Halved(cb: blues, cr: reds, to: to, filter: filter, quantizer: chroma, count: (length + 1) / 2))
        } else {
          unsafe layout.run(Full(cb: blues, cr: reds, to: to, quantizer: chroma, count: length))
        }
      }
    }
  }

  @safe private struct Full: SampleLoop {
    let cb: UnsafePointer<Float>
    let cr: UnsafePointer<Float>
    let to: ChromaSamples
    let quantizer: Quantizer
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (cb, cr, to, quantizer) = unsafe (cb, cr, to, quantizer)
      for i in 0..<count {
        Sample.store(to, i, unsafe quantizer.code(cb[i]), unsafe quantizer.code(cr[i]), shift: shift)
      }
    }
  }

  @safe private struct Halved: SampleLoop {
    let cb: UnsafePointer<Float>
    let cr: UnsafePointer<Float>
    let to: ChromaSamples
    let filter: ChromaFilter
    let quantizer: Quantizer
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (cb, cr, to, quantizer) = unsafe (cb, cr, to, quantizer)
      let (before, own, after) = (filter.before, filter.own, filter.after)
      for i in 0..<count {
        let blue = unsafe cb[2 &* i &- 1] * before + cb[2 &* i] * own + cb[2 &* i &+ 1] * after
        let red = unsafe cr[2 &* i &- 1] * before + cr[2 &* i] * own + cr[2 &* i &+ 1] * after
        Sample.store(to, i, quantizer.code(blue), quantizer.code(red), shift: shift)
      }
    }
  }
}
