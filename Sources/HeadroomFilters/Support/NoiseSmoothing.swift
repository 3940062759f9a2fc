internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// The bilateral mean of three by three pixels, sharpened at edges; the extent stays.
  func applyingNoiseReduction(level: Float, sharpness: Float) -> CIImage {
    let bounds = PixelRect(enclosing: extent)
    if bounds.isEmpty { return self }
    let edge: EdgeMode = extent.isUnbounded ? .zero : .clamp(bounds)
    return appending(area: NoiseSmoothing(level: level, sharpness: sharpness, edge: edge), extent: extent)
  }
}

/// The operation of `CIFilter.noiseReduction()`.
struct NoiseSmoothing: NeighbourhoodImplementation {
  let level: Float
  let sharpness: Float
  let edge: EdgeMode

  var fingerprint: Fingerprint {
    Fingerprint("noise smoothing", [Double(level), Double(sharpness)] + edge.fingerprint)
  }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: 1, dy: 1)) }

  func peak(of inputs: [Float?]) -> Float? { nil }

  /// `exp(-1/2)` and `exp(-1)`: weights of direct and diagonal neighbours.
  private static let beside: Float = 0.606_530_66
  private static let across: Float = 0.367_879_44

  /// Straight colour and luma of the window; planes 0 ... 2 colour, 3 luma, 4 alpha.
  private func straighten(_ window: Tile, _ rect: PixelRect, _ rows: UnsafeMutablePointer<Float>, _ stride: Int) {
    let plane = stride * rect.height
    for y in rect.minY..<rect.maxY {
      let from = unsafe window.rows(x: rect.minX, y: y)
      let to = unsafe rows + (y - rect.minY) * stride
      for i in 0..<rect.width {
        let alpha = unsafe from.a[i]
        let scale = alpha == 0 ? 0 : 1 / alpha
        let (r, g, b) = unsafe (from.r[i] * scale, from.g[i] * scale, from.b[i] * scale)
        unsafe to[i] = r
        unsafe to[plane &+ i] = g
        unsafe to[2 &* plane &+ i] = b
        unsafe to[3 &* plane &+ i] = Luma.of(r, g, b)
        unsafe to[4 &* plane &+ i] = alpha
      }
    }
  }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let window = rect.expanded(dx: 1, dy: 1)
    let clean = unsafe TileInspection.summable(input, scratch: scratch).extended(to: window, edge, scratch: scratch)
    let stride = ((window.width + 15) / 16 | 1) * 16
    let plane = stride * window.height
    let rows = unsafe scratch.floats(plane * 5)
    unsafe straighten(clean, window, rows, stride)
    let sums = unsafe scratch.floats(rect.width * 10)
    for y in 0..<rect.height {
      unsafe smooth(
        rows + ((y + 1) * stride + 1), stride, plane, sums, output.rows(x: rect.minX, y: rect.minY + y), rect.width)
    }
    scratch.reset(to: mark)
  }

  private func smooth(
    _ centre: UnsafePointer<Float>, _ stride: Int, _ plane: Int, _ sums: UnsafeMutablePointer<Float>,
    _ output: RowPointers, _ count: Int
  ) {
    let luma = unsafe centre + 3 * plane
    // Sums with and without the range weight: colour, then the weights.
    unsafe sums.update(repeating: 0, count: count * 8)
    let exponent = unsafe sums + 8 * count
    let level = larger(level, 1e-4)
    for i in 0..<count {
      let sigma = unsafe level * larger(luma[i], 1)
      unsafe exponent[i] = -0.5 / (sigma * sigma)
    }
    for dy in -1...1 {
      for dx in -1...1 {
        let space = dx * dy != 0 ? Self.across : dx + dy != 0 ? Self.beside : 1
        unsafe add(centre, dy * stride + dx, plane, space, exponent, sums, count)
      }
    }
    unsafe finish(centre, plane, sums, output, count)
  }

  /// Adds one neighbour.
  private func add(
    _ centre: UnsafePointer<Float>, _ offset: Int, _ plane: Int, _ space: Float, _ exponent: UnsafePointer<Float>,
    _ sums: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let luma = unsafe centre + 3 * plane
    let (near, alpha) = unsafe (luma + offset, centre + (4 * plane + offset))
    let (red, green, blue) = unsafe (centre + offset, centre + (plane + offset), centre + (2 * plane + offset))
    let (r, g, b, w) = unsafe (sums, sums + count, sums + 2 * count, sums + 3 * count)
    let (gr, gg, gb, gw) = unsafe (sums + 4 * count, sums + 5 * count, sums + 6 * count, sums + 7 * count)
    for i in 0..<count {
      let difference = unsafe near[i] - luma[i]
      let plain = unsafe space * alpha[i]
      let power = unsafe exponent[i] * difference * difference
      // Weights below this do not matter; products of such weights with dark colours would not be normal numbers.
      let weight = power < -40 ? 0 : plain * expFast(larger(power, -40))
      let (cr, cg, cb) = unsafe (red[i], green[i], blue[i])
      unsafe r[i] += cr * weight
      unsafe g[i] += cg * weight
      unsafe b[i] += cb * weight
      unsafe w[i] += weight
      unsafe gr[i] += cr * plain
      unsafe gg[i] += cg * plain
      unsafe gb[i] += cb * plain
      unsafe gw[i] += plain
    }
  }

  private func finish(
    _ centre: UnsafePointer<Float>, _ plane: Int, _ sums: UnsafePointer<Float>, _ output: RowPointers, _ count: Int
  ) {
    let (low, rise) = (level, 1 / larger(level, 1e-6))
    for i in 0..<count {
      let alpha = unsafe centre[4 &* plane &+ i]
      // Without alpha there is no colour, and the weights do not count.
      let (perWeight, perPlain) = unsafe (
        1 / larger(sums[3 &* count &+ i], 1e-30), 1 / larger(sums[7 &* count &+ i], 1e-30)
      )
      let (mr, mg) = unsafe (sums[4 &* count &+ i] * perPlain, sums[5 &* count &+ i] * perPlain)
      let mb = unsafe sums[6 &* count &+ i] * perPlain
      let mean = Luma.of(mr, mg, mb)
      let t = unsafe clamped((abs(centre[3 &* plane &+ i] - mean) - low) * rise, 0, 1)
      let gain = sharpness * t * t * (3 - 2 * t)
      unsafe output.r[i] = alpha * (sums[i] * perWeight + gain * (centre[i] - mr))
      unsafe output.g[i] = alpha * (sums[count &+ i] * perWeight + gain * (centre[plane &+ i] - mg))
      unsafe output.b[i] = alpha * (sums[2 &* count &+ i] * perWeight + gain * (centre[2 &* plane &+ i] - mb))
      unsafe output.a[i] = alpha
    }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    func straight(_ dx: Int, _ dy: Int) -> (color: SIMD3<Double>, alpha: Double) {
      let p = edge.pixel(x + dx, y + dy, of: input).summable
      return (p.w == 0 ? .zero : SIMD3(p.x, p.y, p.z) / p.w, p.w)
    }
    func luma(_ color: SIMD3<Double>) -> Double { (color * SIMD3(0.2125, 0.7154, 0.0721)).sum() }
    let centre = straight(0, 0)
    if centre.alpha == 0 { return .clear }
    let own = luma(centre.color)
    let sigma = max(Double(level), 1e-4) * max(own, 1)
    var (near, plain) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for dy in -1...1 {
      for dx in -1...1 {
        let (color, alpha) = straight(dx, dy)
        let (space, difference) = (alpha * exp(-Double(dx * dx + dy * dy) / 2), luma(color) - own)
        plain += SIMD4(color, 1) * space
        near += SIMD4(color, 1) * space * exp(-difference * difference / (2 * sigma * sigma))
      }
    }
    let (smooth, mean) = (SIMD3(near.x, near.y, near.z) / near.w, SIMD3(plain.x, plain.y, plain.z) / plain.w)
    let t = min(max((abs(own - luma(mean)) - Double(level)) / max(Double(level), 1e-6), 0), 1)
    let result = smooth + (centre.color - mean) * (Double(sharpness) * t * t * (3 - 2 * t))
    return Pixel(SIMD4(result * centre.alpha, centre.alpha))
  }
}
