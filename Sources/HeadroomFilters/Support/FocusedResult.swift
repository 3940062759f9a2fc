internal import HeadroomEngine
internal import HeadroomPixels

/// The composited layers of a picture, divided by their coverage, with the picture's alpha, and with noise where it is
/// blurred.
///
/// Images: the picture, ``Defocus``, the layers from the farthest to the nearest. At most pixels only a few layers hold
/// anything.
struct FocusedResult: PointImplementation {
  let noise: Float
  let layerCount: Int

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { noise != 0 }
  var fingerprint: Fingerprint { Fingerprint("focused", [Double(noise), Double(layerCount)]) }
  func isOpaque(_ inputs: [Bool]) -> Bool { inputs.first ?? false }

  /// The sum with the picture's alpha; the picture itself where no layer covers it.
  @inline(__always) private func covered(_ sum: Pixel, _ image: Pixel) -> Pixel {
    let isCovered = sum.a > 1e-5
    let scale = image.a / (isCovered ? sum.a : 1)
    let (r, g, b) = (sum.r * scale, sum.g * scale, sum.b * scale)
    return Pixel(r: isCovered ? r : image.r, g: isCovered ? g : image.g, b: isCovered ? b : image.b, a: image.a)
  }

  @inline(__always) private func grainy(_ p: Pixel, _ defocus: Float, _ x: Int, _ y: Int) -> Pixel {
    let luma = Luma.of(p.r, p.g, p.b)
    let grain = noise * root(larger(luma * p.a, 0)) * smaller(abs(defocus), 1) * Self.normal(x, y)
    return Pixel(r: p.r + grain, g: p.g + grain, b: p.b + grain, a: p.a)
  }

  /// The sum of four numbers with the variance 1/12 each, centred, with the variance 1.
  @inline(__always) private static func normal(_ x: Int, _ y: Int) -> Float {
    let four = PixelHash.pixel(x, y)
    return (four.r + four.g + four.b + four.a - 2) * 1.732_050_8
  }

  /// The number of pixels summed at a time: their sums stay in the first-level cache, and on the stack.
  private static let piece = 32

  func makeStage(in space: WorkingSpace) -> RowStage {
    unsafe RowStage { rows, others, count, x, y in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * Self.piece) { memory in
        guard let base = memory.baseAddress else { return }
        let sum = unsafe RowPointers(base: base, stride: Self.piece)
        for start in stride(from: 0, to: count, by: Self.piece) {
          let part = min(Self.piece, count - start)
          unsafe lay(others + 1, at: start, into: sum, part)
          let (own, defocus) = unsafe (rows.advanced(by: start), others[0].r + start)
          unsafe cover(own, sum, part)
          if noise != 0 { unsafe roughen(own, defocus, part, x + start, y) }
        }
      }
    }
  }

  private func lay(_ layers: UnsafePointer<RowPointers>, at start: Int, into sum: RowPointers, _ count: Int) {
    unsafe sum.clear(from: 0, count: count)
    for index in 0..<layerCount {
      let layer = unsafe layers[index].advanced(by: start)
      if unsafe layer.isZero(count) { continue }
      for plane in 0..<4 { unsafe Self.over(layer.plane(plane), layer.a, sum.plane(plane), count) }
    }
  }

  private static func over(
    _ layer: UnsafePointer<Float>, _ alpha: UnsafePointer<Float>, _ sum: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count { unsafe sum[i] = BlendKernels.Over.value(layer[i], alpha[i], sum[i], 0) }
  }

  private func cover(_ rows: RowPointers, _ sum: RowPointers, _ count: Int) {
    for i in 0..<count {
      let own = unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
      let pixel = unsafe covered(Pixel(r: sum.r[i], g: sum.g[i], b: sum.b[i], a: sum.a[i]), own)
      unsafe (rows.r[i], rows.g[i], rows.b[i]) = (pixel.r, pixel.g, pixel.b)
    }
  }

  private func roughen(_ rows: RowPointers, _ defocus: UnsafePointer<Float>, _ count: Int, _ x: Int, _ y: Int) {
    for i in 0..<count {
      let smooth = unsafe Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: rows.a[i])
      let pixel = unsafe grainy(smooth, defocus[i], x + i, y)
      unsafe (rows.r[i], rows.g[i], rows.b[i]) = (pixel.r, pixel.g, pixel.b)
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let sum = pixels.dropFirst(2).reduce(Pixel.clear) { Coverage<BlendKernels.Over>().apply($1, $0) }
    let result = covered(sum, pixels[0])
    return noise == 0 ? result : grainy(result, pixels[1].r, Int(x.rounded(.down)), Int(y.rounded(.down)))
  }
}

extension RowPointers {
  /// Whether all pixels are +0, without any -0: then compositing them changes nothing.
  fileprivate func isZero(_ count: Int) -> Bool {
    unsafe Self.isZero(a, count) && Self.isZero(r, count) && Self.isZero(g, count) && Self.isZero(b, count)
  }

  private static func isZero(_ row: UnsafePointer<Float>, _ count: Int) -> Bool {
    var bits: UInt32 = 0
    for i in 0..<count { unsafe bits |= row[i].bitPattern }
    return bits == 0
  }
}
