internal import CHeadroomMath
internal import HeadroomColor
internal import HeadroomPixels

/// From R'G'B' rows to rows of luma and chroma codes.
///
/// ### Formula
/// Y' = kr R' + kg G' + kb B', Cb = (B' - Y') / (2 (1 - kb)), Cr = (R' - Y') / (2 (1 - kr)), as codes of
/// ``CodeRange``: the nearest, and within the range of the depth.
struct YCbCrEncodeKernels: Sendable {
  private let kr: Float
  private let kg: Float
  private let kb: Float
  private let cbScale: Float
  private let crScale: Float
  private let lumaOrigin: Float
  private let lumaRange: Float
  private let chromaOrigin: Float
  private let chromaRange: Float
  private let largestCode: Float

  init(matrix: YCbCrMatrix, bitDepth: Int, isFullRange: Bool) {
    kr = Float(matrix.kr)
    kb = Float(matrix.kb)
    kg = Float(1 - matrix.kr - matrix.kb)
    cbScale = Float(1 / (2 * (1 - matrix.kb)))
    crScale = Float(1 / (2 * (1 - matrix.kr)))
    let codes = CodeRange(bitDepth: bitDepth, isFull: isFullRange)
    let step = Float(1 << (bitDepth - 8))
    largestCode = Float(codes.maximumCode)
    lumaOrigin = Float(codes.lumaCodes.black)
    lumaRange = Float(codes.lumaCodes.white - codes.lumaCodes.black)
    chromaOrigin = 128 * step
    chromaRange = isFullRange ? largestCode : 224 * step
  }

  /// Luma from one code to the next.
  var lumaStep: Float { 1 / lumaRange }

  /// The nearest code; NaN gives 0.
  @inline(__always)
  private func code<Sample: PlaneSample>(_ value: Float, _ range: Float, _ origin: Float) -> Sample {
    let bounded = headroom_clamp(origin.addingProduct(value, range), 0, largestCode)
    return Sample(nearest: bounded)
  }

  @inline(__always)
  private func luma(_ r: Float, _ g: Float, _ b: Float) -> Float {
    (kr * r).addingProduct(kg, g).addingProduct(kb, b)
  }

  /// Luma of a row.
  @inline(__always)
  func storeLuma<Sample: PlaneSample>(_ rows: RowPointers, _ to: UnsafeMutablePointer<Sample>, _ count: Int) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count { unsafe to[i] = code(luma(r[i], g[i], b[i]), lumaRange, lumaOrigin) }
  }

  /// One component as it is: gray, alpha, or a plane of the identity matrix.
  @inline(__always)
  func storeComponent<Sample: PlaneSample>(
    _ row: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Sample>, _ count: Int
  ) {
    for i in 0..<count { unsafe to[i] = code(row[i], lumaRange, lumaOrigin) }
  }

  /// The mean colour differences of two rows, Cb over blue and Cr over red of `rows`.
  func replaceByChroma(_ rows: RowPointers, _ other: RowPointers, _ count: Int) {
    let (r0, g0, b0) = unsafe (rows.r, rows.g, rows.b)
    let (r1, g1, b1) = unsafe (other.r, other.g, other.b)
    for i in 0..<count {
      let r = unsafe (r0[i] + r1[i]) * 0.5
      let g = unsafe (g0[i] + g1[i]) * 0.5
      let b = unsafe (b0[i] + b1[i]) * 0.5
      let y = luma(r, g, b)
      let blue = (b - y) * cbScale
      let red = (r - y) * crScale
      // Neither is a colour for NaN; without a difference it becomes gray.
      unsafe b0[i] = blue == blue ? blue : 0
      unsafe r0[i] = red == red ? red : 0
    }
  }

  /// The colour differences of a row of signals.
  func differences(
    _ r: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
    _ blue: UnsafeMutablePointer<Float>, _ red: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let y = unsafe luma(r[i], g[i], b[i])
      unsafe blue[i] = (b[i] - y) * cbScale
      unsafe red[i] = (r[i] - y) * crScale
    }
  }

  /// What differences of colour add to luma: `blue` and `red` in place, and `green`.
  func partsOfChroma(
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

  /// A difference of colour as it comes back from its code.
  @inline(__always)
  func storedChroma(_ value: Float) -> Float {
    let rounded = chromaOrigin.addingProduct(value, chromaRange).rounded(.toNearestOrEven)
    return (headroom_clamp(rounded, 0, largestCode) - chromaOrigin) / chromaRange
  }

  /// Chroma of every pixel.
  @inline(__always)
  func storeChroma<Sample: PlaneSample>(
    _ row: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Sample>, _ count: Int
  ) {
    for i in 0..<count { unsafe to[i] = code(row[i], chromaRange, chromaOrigin) }
  }

  /// Chroma of every second pixel: the mean of two where it lies between them, else 1, 2, 1 around the even one.
  ///
  /// - Parameter row: `2 * count` entries.
  @inline(__always)
  func storeHalvedChroma<Sample: PlaneSample>(
    _ row: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Sample>, _ count: Int, isCentered: Bool
  ) {
    if isCentered {
      for i in 0..<count {
        unsafe to[i] = code((row[2 &* i] + row[2 &* i &+ 1]) * 0.5, chromaRange, chromaOrigin)
      }
    } else {
      // What lies before the picture is its first sample.
      unsafe to[0] = code(row[0] * 0.75 + row[1] * 0.25, chromaRange, chromaOrigin)
      for i in 1..<max(count, 1) {
        let sum = unsafe row[2 &* i &- 1] * 0.25 + row[2 &* i] * 0.5 + row[2 &* i &+ 1] * 0.25
        unsafe to[i] = code(sum, chromaRange, chromaOrigin)
      }
    }
  }
}
