public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

/// Blurs towards a point, as a zooming lens does.
struct ZoomBlur: FilterDefinition {
  static let name = "CIZoomBlur"
  static let introduced = FilterAvailability(iOS: "8.3", macOS: "10.4")
  static let categories: [FilterCategory] = [.blur, .highDynamicRange, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAmount", type: .distance, honored: -4000...360, slider: -200...200, identity: 0) var amount: Float = 20

  var isNeutral: Bool { amount == 0 }

  /// The scale of the last sample.
  private var end: Double { 1 - Double(amount) / 400 }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let middle = SIMD2(Double(center.x), Double(center.y))
    // Repeated edges hold no detail that widely spaced samples could miss.
    let picture = image.repeatsEdges ? image.picture?.extent : nil
    let rays = ZoomRays(middle: middle, end: end, extent: picture ?? image.extent)
    return rays.passes.reduce(image.summable) { near, pass in
      near.appending(area: pass, extent: pass.extent(of: near.extent), keepsTags: true)
    }
  }
}

/// The samples along the rays of ``ZoomBlur``. Each of up to three passes samples the result of the one before it,
/// farther apart: together they act as the product of their counts.
struct ZoomRays {
  let middle: SIMD2<Double>
  /// Samples of each pass, and how many there are.
  private let perPass: Int
  private let passCount: Int
  /// The factor on the scale from one sample to the next.
  private let ratio: Double

  init(middle: SIMD2<Double>, end: Double, extent: CGRect) {
    self.middle = middle
    let x = max(abs(Double(extent.minX) - middle.x), abs(Double(extent.maxX) - middle.x))
    let y = max(abs(Double(extent.minY) - middle.y), abs(Double(extent.maxY) - middle.y))
    // Samples lie farthest apart at the larger end of the scales.
    let travel = (x * x + y * y).squareRoot() * abs(log(end)) * max(end, 1)
    let count = Int(min(max(travel, 1), 4095).rounded(.up)) + 1
    passCount = count <= 16 ? 1 : count <= 100 ? 2 : 3
    perPass = Int((pow(Double(count), 1 / Double(passCount)) - 1e-9).rounded(.up))
    ratio = pow(end, 1 / max(pow(Double(perPass), Double(passCount)) - 1, 1))
  }

  /// From the nearest samples to the farthest.
  var passes: [ZoomPass] {
    (0..<passCount).map { index in
      let step = pow(Double(perPass), Double(index))
      return ZoomPass(middle: middle, scales: (0..<perPass).map { pow(ratio, Double($0) * step) })
    }
  }
}

/// The mean of an image scaled about a point by several factors, each weighted by its factor.
struct ZoomPass: SamplerImplementation {
  let middle: SIMD2<Double>
  let scales: [Double]

  var fingerprint: Fingerprint { Fingerprint("zoom", [middle.x, middle.y] + scales) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  private func scaled(_ rect: CGRect, by factor: Double) -> CGRect {
    let (x, y, factor) = (CGFloat(middle.x), CGFloat(middle.y), CGFloat(factor))
    return CGRect(
      x: x + (rect.minX - x) * factor, y: y + (rect.minY - y) * factor, width: rect.width * factor,
      height: rect.height * factor)
  }

  func region(for output: PixelRect, ofInput index: Int) -> PixelRect {
    if output.isInfinite || output.isEmpty { return output }
    let last = PixelRect(enclosing: scaled(output.cgRect, by: scales.last ?? 1))
    return output.union(last).expanded(dx: 2, dy: 2)
  }

  /// All places from which a sample lies in the image, and the half pixel that interpolation adds.
  func extent(of input: CGRect) -> CGRect {
    if input.isUnbounded || input.isNull || input.isEmpty { return input }
    let all = input.union(scaled(input, by: 1 / (scales.last ?? 1)))
    return PixelRect(enclosing: all).expanded(dx: 1, dy: 1).cgRect
  }

  private var weights: [Float] {
    let sum = scales.reduce(0, +)
    return scales.map { Float($0 / sum) }
  }

  var kernel: Rays {
    Rays(x: Float(middle.x), y: Float(middle.y), scales: scales.map { Float($0) }, weights: weights)
  }

  struct Rays: SamplerKernel {
    static let imageCount = 1
    let x, y: Float
    let scales, weights: [Float]

    @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x px: Float, y py: Float) -> Pixel {
      let (dx, dy) = (px - x, py - y)
      var (r, g, b, a): (Float, Float, Float, Float) = (0, 0, 0, 0)
      for i in scales.indices {
        let (scale, weight) = (scales[i], weights[i])
        let sample = samplers[0].sample(x: x + dx * scale, y: y + dy * scale)
        r += sample.r * weight
        g += sample.g * weight
        b += sample.b * weight
        a += sample.a * weight
      }
      return Pixel(r: r, g: g, b: b, a: smaller(a, 1))
    }

    /// All pixels of a row at one scale, then at the next: their samples lie in a row, too. The result has the same
    /// bits.
    func makeStage() -> SamplerStage {
      unsafe SamplerStage(rows: { samplers, rows, count, x, y in
        let most = unsafe RowSampler.length
        for start in Swift.stride(from: 0, to: count, by: most) {
          unsafe run(samplers, rows.advanced(by: start), min(most, count - start), x + start, y)
        }
      })
    }

    private func run(
      _ samplers: borrowing KernelSamplers, _ rows: RowPointers, _ count: Int, _ x0: Int, _ y0: Int
    ) {
      let (first, centreY) = (Int32(truncatingIfNeeded: x0), Float(Int32(truncatingIfNeeded: y0)) + 0.5)
      let isDirect = unsafe RowSampler.run(samplers[0], rows, count) { sampler in
        for (i, scale) in scales.enumerated() {
          unsafe sampler.add(weights[i], y: y + (centreY - y) * scale) {
            x + (Float(first &+ Int32(truncatingIfNeeded: $0)) + 0.5 - x) * scale
          }
        }
      }
      for i in 0..<count {
        if isDirect {
          unsafe rows.a[i] = smaller(rows.a[i], 1)
        } else {
          let pixel = apply(samplers, x: Float(first &+ Int32(truncatingIfNeeded: i)) + 0.5, y: centreY)
          unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (pixel.r, pixel.g, pixel.b, pixel.a)
        }
      }
    }
  }

  func evaluate(x px: Float, y py: Float, _ images: [PositionReader]) -> Pixel {
    let sum = scales.reduce(SIMD4<Double>.zero) { sum, scale in
      let place = middle + (SIMD2(Double(px), Double(py)) - middle) * Double(Float(scale))
      let sample = images[0](Float(place.x), Float(place.y))
      return sum + SIMD4(Double(sample.r), Double(sample.g), Double(sample.b), Double(sample.a)) * scale
    }
    return Pixel(sum / scales.reduce(0, +))
  }
}

/// Blurs towards a point, as a zooming lens does; see `CIFilter.zoomBlur()`.
public protocol CIZoomBlur: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The point that stays sharp.
  var center: CGPoint { get set }
  /// How far the lens zooms: a pixel is spread over this many four-hundredths of its way to the centre; 0 leaves the
  /// image as it is.
  var amount: Float { get set }
}

extension BuiltInFilter: CIZoomBlur where Definition == ZoomBlur {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var amount: Float {
    get { definition.amount }
    set { definition.amount = newValue }
  }
}

extension CIFilter {
  /// Blurs towards a point, as a zooming lens does.
  ///
  /// ## Formula
  /// The mean of samples at `c + (p - c) * (1 - t)`, with c the centre and t evenly from 0 to `inputAmount / 400`:
  /// enough of them to lie no more than a pixel apart in the corner of the image that is furthest from the centre, at
  /// most 4096. Their scales form a geometric series, each weighted by its scale, so that a mean of means of n samples
  /// stands for n squared samples, and a third mean for n cubed; up to three bilinear interpolations in all. Negative
  /// amounts sample outwards. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha are spread alike. Outside its extent the image is transparent.
  ///
  /// ## Extent
  /// As far as any sample lies in the image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputAmount`: default 20, neutral value 0, in pixels; below -4000 and above 360 it counts as these.
  public class func zoomBlur() -> any CIFilter & CIZoomBlur { BuiltInFilter<ZoomBlur>() }
}
