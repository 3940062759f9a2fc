internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// The lowest row of an image, from the origin; nil where it is empty, infinite or too long.
  func paletteRow(atMost most: Int) -> CIImage? {
    let bounds = PixelRect(enclosing: extent)
    guard !bounds.isEmpty, !bounds.isInfinite, bounds.width <= NearestColor.most else { return nil }
    let width = min(bounds.width, most)
    if width == 0 { return .empty() }
    return cropped(to: PixelRect(x: bounds.minX, y: bounds.minY, width: width, height: 1).cgRect)
      .transformed(by: CGAffineTransform(translationX: -CGFloat(bounds.minX), y: -CGFloat(bounds.minY)))
  }

  /// The image sRGB-encoded, where distances are closer to perceived ones.
  func encodedForPalettes() -> CIImage {
    appending(point: CurveOfColors(curve: .encode(.sRGB), rule: .straight), extent: extent)
  }
}

/// A transfer function on colours in the form of an alpha rule.
struct CurveOfColors: PointImplementation {
  let curve: TransferCurve
  let rule: AlphaRule

  var alphaRule: AlphaRule { rule }

  var fingerprint: Fingerprint {
    let isEncoding = if case .encode = curve { 1.0 } else { 0.0 }
    return Fingerprint("curve of colors", [isEncoding, rule == .straight ? 1 : 0])
  }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { Float(curve.value(Double(max($0, 0)))) } }

  func makeStage(in space: WorkingSpace) -> RowStage { curve.stage }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let pixel = pixels[0]
    func value(_ x: Float) -> Float { Float(curve.value(Double(x))) }
    return Pixel(r: value(pixel.r), g: value(pixel.g), b: value(pixel.b), a: pixel.a)
  }
}

/// The colours of a row as they are stored, opaque.
struct OpaqueStraight: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("stored colors") }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Kernel().apply(pixels[0]) }

  struct Kernel: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel { Pixel(r: p.r, g: p.g, b: p.b, a: 1) }
  }
}

/// The means of clusters; clusters without pixels keep their previous means.
struct KeptMeans: PointImplementation {
  /// Whether no mean is changed, and only the shares are updated.
  let keepsAll: Bool

  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("kept means", [keepsAll ? 1 : 0]) }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(blend: Kernel(keepsAll: keepsAll)) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Kernel(keepsAll: keepsAll).apply(pixels[0], pixels[1])
  }

  struct Kernel: BlendKernel {
    let keepsAll: Bool

    @inline(__always) func apply(_ mean: Pixel, _ before: Pixel) -> Pixel {
      let isKept = keepsAll || mean.a == 0
      return Pixel(
        r: isKept ? before.r : mean.r, g: isKept ? before.g : mean.g, b: isKept ? before.b : mean.b, a: mean.a)
    }
  }
}

/// The mean positions of clusters, opaque where a cluster has pixels.
struct FoundPlaces: PointImplementation {
  var alphaRule: AlphaRule { .premultiplied }
  var fingerprint: Fingerprint { Fingerprint("found places") }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }
  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Kernel()) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel { Kernel().apply(pixels[0]) }

  struct Kernel: PointKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel { Pixel(r: p.r, g: p.g, b: 0, a: p.a > 0 ? 1 : 0) }
  }
}

/// Colours at even steps through all pixels of a region in order of luma: each is a mean of pixels of nearly the same
/// luma.
struct LumaQuantiles: ReductionImplementation {
  let region: PixelRect
  let count: Int

  /// Bins of a sixteenth of a stop, from -12 to 8, and one for darker pixels.
  static let binCount = 321

  var fingerprint: Fingerprint { Fingerprint("quantiles of luma", region.fingerprint + [Double(count)]) }

  func isOpaque(_ inputs: [Bool]) -> Bool { true }

  func makePartial() -> [SIMD4<Double>] { [SIMD4<Double>](repeating: .zero, count: Self.binCount) }

  private static func bin(_ luma: Float) -> Int {
    let position = (log2Fast(larger(luma, 1e-30)) + 12) * 16
    return position >= 0 ? min(Int(min(position, 1e6)) + 1, binCount - 1) : 0
  }

  func accumulate(_ rows: RowPointers, count width: Int, x: Int, y: Int, into partial: inout [SIMD4<Double>]) {
    for i in 0..<width {
      let alpha = unsafe rows.a[i]
      guard alpha > 0 else { continue }
      let scale = 1 / alpha
      let (r, g, b) = unsafe (rows.r[i] * scale, rows.g[i] * scale, rows.b[i] * scale)
      partial[Self.bin(Luma.of(r, g, b))] += Pixel(r: r, g: g, b: b, a: 1).withoutNaN
    }
  }

  func merge(_ other: [SIMD4<Double>], into partial: inout [SIMD4<Double>]) {
    for index in partial.indices { partial[index] += other[index] }
  }

  func finish(_ partial: [SIMD4<Double>], pixelCount: Int) -> [Pixel] {
    let all = partial.reduce(0) { $0 + $1.w }
    return (0..<count).map { index in
      let place = (Double(index) + 0.5) / Double(count) * all
      var before = 0.0
      for bin in partial where bin.w > 0 {
        before += bin.w
        if before > place { return Pixel(SIMD4(bin.x / bin.w, bin.y / bin.w, bin.z / bin.w, 1)) }
      }
      return Pixel(r: 0, g: 0, b: 0, a: 1)
    }
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    var bins = makePartial()
    for pixel in pixels where pixel.a > 0 {
      let c = pixel.unpremultiplied
      bins[Self.bin(Luma.of(c.r, c.g, c.b))] += Pixel(r: c.r, g: c.g, b: c.b, a: 1).withoutNaN
    }
    return finish(bins, pixelCount: pixelCount)
  }
}
