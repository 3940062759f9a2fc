internal import HeadroomContainers
package import HeadroomPixels

/// Removes noise from linear camera RGB with white balance: brightness and colour differences are each smoothed where
/// they vary no more than noise (guided filters, He, Sun and Tang 2010), as square roots, in which noise is even.
///
/// False colours of fine patterns, which a mosaic cannot resolve, are also colour noise: where brightness has
/// pixel-sized detail, colour differences are drawn towards their means over a wider square, unless they vary more than
/// such patterns.
package struct NoiseReduction: Sendable {
  /// The number of pixels around a rectangle that have to be known.
  package var halo: Int { 2 * Self.colorRadius + (moire > 0 ? Self.moireRadius : 0) }

  private static let colorRadius = 4
  private static let luminanceRadius = 2
  private static let moireRadius = 8
  /// The variance of colour differences as roots that false colours stay below and edges between colours exceed.
  private static let moireVariance: Float = 0.006
  /// The variance of brightness as a root, relative to its mean over 3 x 3 pixels, that a pattern of pixels reaches.
  private static let fineDetail: Float = 2e-4
  /// The factors on the variance of noise above which something counts as detail, at full amounts; measured.
  private static let strength: (luminance: Float, color: Float) = (1.5, 2)

  private let luminance: Float
  private let color: Float
  private let moire: Float
  /// The offset that makes noise even, and the variance that it then has.
  private let offset: Float
  private let variance: Float

  /// Nil where there is nothing to do.
  ///
  /// - Parameters:
  ///   - noise: the sensor's noise, for each colour or one for all; an empty list leaves pictures as they are.
  ///   - whiteBalance: the factors that colours were multiplied by.
  ///   - luminance: how far brightness is smoothed, 0 ... 1.
  ///   - color: how far colours are smoothed, 0 ... 1.
  ///   - moire: how far false colours of fine patterns are smoothed, 0 ... 1.
  package init?(
    noise: [NoiseModel], whiteBalance: SIMD3<Double>, luminance: Double, color: Double, moire: Double = 0
  ) {
    guard let first = noise.first, luminance > 0 || color > 0 || moire > 0 else { return nil }
    var scale = 0.0
    for plane in 0..<3 {
      scale += (plane < noise.count ? noise[plane] : first).scale * whiteBalance[plane] / 3
    }
    // The variance of a square root is the variance of the value divided by four times the value.
    guard scale > 0, scale < 1 else { return nil }
    variance = Float(scale / 4)
    offset = RootEncoding.offset(noise, multipliers: whiteBalance)
    self.luminance = Float(min(max(luminance, 0), 1))
    self.color = Float(min(max(color, 0), 1))
    self.moire = Float(min(max(moire, 0), 1))
  }

  /// Smooths a rectangle.
  ///
  /// - Parameters:
  ///   - source: pixels of `known`, which holds `rect` and ``halo`` pixels around it as far as the picture reaches.
  ///   - target: receives the pixels of `rect`; must not be the source.
  package func apply(_ source: ColorPlanes, of known: PixelRect, to rect: PixelRect, into target: ColorPlanes) {
    precondition(known.contains(rect) && !rect.isEmpty, "rectangle outside what is known")
    let padded = rect.expanded(dx: halo, dy: halo)
    let area = padded.area
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: NoisePlanes.count * area + padded.width) { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe buffer.initialize(repeating: 0)
      unsafe load(source, known, padded, base)
      let planes = unsafe NoisePlanes(base: base, width: padded.width, height: padded.height)
      if moire > 0 {
        unsafe planes.weighFineDetail(above: Self.fineDetail)
        for plane in 1...2 {
          unsafe planes.drawToMeans(
            plane, radius: Self.moireRadius, variance: Self.moireVariance * moire, share: moire)
        }
      }
      if color > 0 {
        for plane in 1...2 {
          unsafe planes.smooth(
            plane, radius: Self.colorRadius, variance: variance * Self.strength.color * color, share: color)
        }
      }
      if luminance > 0 {
        let amount = variance * Self.strength.luminance * luminance
        unsafe planes.smooth(0, radius: Self.luminanceRadius, variance: amount, share: luminance)
      }
      unsafe store(base, padded, rect, target)
    }
  }

  /// Loads brightness, and red and blue minus it, as roots; unknown pixels take the value of the nearest known one.
  private func load(
    _ source: ColorPlanes, _ known: PixelRect, _ padded: PixelRect, _ base: UnsafeMutablePointer<Float>
  ) {
    for y in 0..<padded.height {
      let row = min(max(padded.minY + y, known.minY), known.maxY - 1) - known.minY
      for x in 0..<padded.width {
        let column = min(max(padded.minX + x, known.minX), known.maxX - 1) - known.minX
        let from = unsafe row * source.stride + column
        let (r, g, b) = unsafe (root(source.red[from]), root(source.green[from]), root(source.blue[from]))
        let light = 0.25 * (r + b) + 0.5 * g
        let to = y * padded.width + x
        unsafe base[to] = light
        unsafe base[padded.area + to] = r - light
        unsafe base[2 * padded.area + to] = b - light
      }
    }
  }

  private func store(
    _ base: UnsafePointer<Float>, _ padded: PixelRect, _ rect: PixelRect, _ target: ColorPlanes
  ) {
    for y in 0..<rect.height {
      let first = (y + halo) * padded.width + halo
      let light = unsafe base + first
      let red = unsafe base + padded.area + first
      let blue = unsafe base + 2 * padded.area + first
      let planes = unsafe target.moved(x: 0, y: y)
      let (redTarget, greenTarget, blueTarget) = unsafe (planes.red, planes.green, planes.blue)
      for x in 0..<rect.width {
        let (l, r, b) = unsafe (light[x], red[x], blue[x])
        unsafe redTarget[x] = RootEncoding.light(l + r, offset)
        unsafe greenTarget[x] = RootEncoding.light(l - 0.5 * (r + b), offset)
        unsafe blueTarget[x] = RootEncoding.light(l + b, offset)
      }
    }
  }

  @inline(__always)
  private func root(_ value: Float) -> Float {
    let light = value + offset
    let root = abs(light).squareRoot()
    return light < 0 ? -root : root
  }
}
