internal import HeadroomEngine
internal import HeadroomPixels

/// The row loops of ``SplineEnlargement``: each coarse row is enlarged once, then the rows between are made from four of them.
enum SplineRows {
  /// Up to this scale coefficients are repeated, so that one loop runs over the row; beyond it, each coefficient has
  /// its own loop.
  private static let mostRepeats = 8

  /// - Parameter input: covers the coefficients from one before the output's first to two after its last.
  static func enlarge(_ input: Tile, _ weights: SplineWeights, into output: Tile, plane: Int, scratch: ScratchArena) {
    let mark = scratch.mark
    let (rect, octaves) = unsafe (output.rect, weights.octaves)
    let (top, bottom) = (rect.minY >> octaves - 1, (rect.maxY - 1) >> octaves + 2)
    let stride = ((rect.width + 15) / 16 | 1) * 16
    let wide = unsafe scratch.floats(stride * (bottom - top + 1))
    let row = unsafe Row(rect, weights, scratch: scratch)
    for y in top...bottom {
      unsafe row.enlarge(
        input.row(plane, y: y) + (rect.minX >> octaves - 1 - input.rect.minX), into: wide + (y - top) * stride)
    }
    unsafe weights.values.withUnsafeBufferPointer { values in
      guard let table = values.baseAddress else { return }
      for y in rect.minY..<rect.maxY {
        let first = unsafe wide + (y >> octaves - 1 - top) * stride
        let four = unsafe table + 4 * (y & (1 << octaves - 1))
        unsafe combine(first, stride: stride, four, into: output.row(plane, y: y), count: rect.width)
      }
    }
    scratch.reset(to: mark)
  }

  private static func combine(
    _ first: UnsafePointer<Float>, stride: Int, _ weights: UnsafePointer<Float>,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (a, b) = unsafe (first, first + stride)
    let (c, d) = unsafe (first + 2 * stride, first + 3 * stride)
    let (wa, wd, wb, wc) = unsafe (weights[0], weights[1], weights[2], weights[3])
    for i in 0..<count {
      unsafe output[i] = (wa * a[i]).addingProduct(wd, d[i]).addingProduct(wb, b[i]).addingProduct(wc, c[i])
    }
  }

  /// The weights of a row's positions, and the loops that enlarge it.
  @unsafe
  private struct Row {
    let width: Int
    let octaves: Int
    /// The position of the row's first pixel between two coefficients.
    let phase: Int
    let repeated: UnsafeMutablePointer<Float>
    /// Four rows of weights, `stride` apart, beginning at the phase.
    let weights: UnsafeMutablePointer<Float>
    let stride: Int

    init(_ rect: PixelRect, _ table: SplineWeights, scratch: ScratchArena) {
      unsafe width = rect.width
      unsafe octaves = table.octaves
      let scale = 1 << table.octaves
      unsafe phase = rect.minX & (scale - 1)
      let length = unsafe scale <= mostRepeats ? width : min(scale, phase + width)
      unsafe stride = length
      unsafe weights = unsafe scratch.floats(4 * length)
      let shift = unsafe scale <= mostRepeats ? phase : 0
      for i in 0..<length {
        let position = (i + shift) & (scale - 1)
        for k in 0..<4 { unsafe weights[k * length + i] = table.values[4 * position + k] }
      }
      unsafe repeated = unsafe scratch.floats(scale <= mostRepeats ? width + 5 * scale : 1)
    }

    /// - Parameter coefficients: from one before the first pixel's.
    func enlarge(_ coefficients: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
      if unsafe 1 << octaves <= mostRepeats {
        unsafe enlargeRepeated(coefficients, output)
      } else {
        unsafe enlargeEach(coefficients, output)
      }
    }

    private func enlargeRepeated(_ coefficients: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
      let scale = unsafe 1 << octaves
      let count = unsafe (phase + width - 1) >> octaves + 4
      if scale == 2 {
        for i in 0..<count {
          let value = unsafe coefficients[i]
          unsafe repeated[2 &* i] = value
          unsafe repeated[2 &* i &+ 1] = value
        }
      } else {
        for i in 0..<count { unsafe (repeated + i * scale).update(repeating: coefficients[i], count: scale) }
      }
      let a = unsafe repeated + phase
      unsafe SplineRows.weigh(a, step: scale, weights, stride: stride, into: output, count: width)
    }

    private func enlargeEach(_ coefficients: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
      let scale = unsafe 1 << octaves
      var (x, position, index) = unsafe (0, phase, 0)
      while unsafe x < width {
        let count = unsafe min(scale - position, width - x)
        unsafe SplineRows.spread(
          coefficients + index, weights + position, stride: stride, into: output + x, count: count)
        x += count
        position = 0
        index += 1
      }
    }
  }

  /// Computes every value from its own four coefficients.
  private static func weigh(
    _ a: UnsafePointer<Float>, step: Int, _ wa: UnsafePointer<Float>, stride: Int,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (b, c, d) = unsafe (a + step, a + 2 * step, a + 3 * step)
    let (wd, wb, wc) = unsafe (wa + stride, wa + 2 * stride, wa + 3 * stride)
    for i in 0..<count {
      let outer = unsafe (wa[i] * a[i]).addingProduct(wd[i], d[i])
      unsafe output[i] = outer.addingProduct(wb[i], b[i]).addingProduct(wc[i], c[i])
    }
  }

  /// Computes the values between two coefficients.
  private static func spread(
    _ coefficients: UnsafePointer<Float>, _ wa: UnsafePointer<Float>, stride: Int,
    into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (a, b, c, d) = unsafe (coefficients[0], coefficients[1], coefficients[2], coefficients[3])
    let (wd, wb, wc) = unsafe (wa + stride, wa + 2 * stride, wa + 3 * stride)
    for i in 0..<count {
      unsafe output[i] = (wa[i] * a).addingProduct(wd[i], d).addingProduct(wb[i], b).addingProduct(wc[i], c)
    }
  }
}
