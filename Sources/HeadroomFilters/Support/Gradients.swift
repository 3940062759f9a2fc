internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// How fast an image changes along both axes.
struct Gradients: NeighbourhoodImplementation {
  enum Result: Sendable {
    /// The length of each channel's gradient by Sobel's weights, times a number; alpha is kept.
    case magnitude(Float)
    /// The gradient of the channel with the longest one, as red and green.
    case sobel
    case gabor
  }

  let result: Result
  let edge: EdgeMode
  /// The weights of the neighbours across the direction of a difference.
  private let weights: [Double]

  private init(_ result: Result, edge: EdgeMode) {
    self.result = result
    self.edge = edge
    switch result {
    case .magnitude: weights = [1, 2, 1]
    case .sobel: weights = [0.125, 0.25, 0.125]
    case .gabor:
      let waves = [-2, -1, 0, 1, 2].map { exp(-0.5 * (1 + $0 * $0)) }
      let sum = 2 * waves.reduce(0, +)
      weights = waves.map { $0 / sum }
    }
  }

  /// For an image whose edge pixels are repeated.
  static func over(_ image: CIImage, _ result: Result) -> Gradients {
    let bounds = PixelRect(enclosing: image.extent)
    return Gradients(result, edge: bounds.isEmpty || image.extent.isUnbounded ? .zero : .clamp(bounds))
  }

  private var reach: Int { weights.count / 2 }

  var fingerprint: Fingerprint {
    switch result {
    case .magnitude(let factor): Fingerprint("gradient lengths", [Double(factor)] + edge.fingerprint)
    case .sobel: Fingerprint("Sobel gradients", edge.fingerprint)
    case .gabor: Fingerprint("Gabor gradients", edge.fingerprint)
    }
  }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach, dy: reach)) }

  func peak(of inputs: [Float?]) -> Float? { nil }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let window = unsafe TileInspection.summable(input, scratch: scratch)
      .extended(to: rect.expanded(dx: reach, dy: reach), edge, scratch: scratch)
    let (across, up) = unsafe (scratch.floats(rect.width), scratch.floats(rect.width))
    for y in rect.minY..<rect.maxY {
      let rows = unsafe output.rows(x: rect.minX, y: y)
      switch result {
      case .magnitude(let factor):
        for plane in 0..<3 {
          unsafe differences(window, plane, rect, y, across, up)
          let target = unsafe output.row(plane, y: y)
          for i in 0..<rect.width {
            unsafe target[i] = factor * (across[i] * across[i] + up[i] * up[i]).squareRoot()
          }
        }
        unsafe rows.a.update(from: window.row(3, y: y) + reach, count: rect.width)
      case .sobel, .gabor:
        unsafe rows.r.update(repeating: 0, count: rect.width)
        unsafe rows.g.update(repeating: 0, count: rect.width)
        for plane in 0..<3 {
          unsafe differences(window, plane, rect, y, across, up)
          unsafe Self.keepLonger(rows.r, rows.g, across, up, rect.width)
        }
        unsafe rows.b.update(repeating: 0, count: rect.width)
        unsafe rows.a.update(repeating: 1, count: rect.width)
      }
    }
    scratch.reset(to: mark)
  }

  private static func keepLonger(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ otherX: UnsafePointer<Float>,
    _ otherY: UnsafePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let (a, b) = unsafe (x[i], y[i])
      let (c, d) = unsafe (otherX[i], otherY[i])
      let isLonger = c * c + d * d > a * a + b * b
      unsafe x[i] = isLonger ? c : a
      unsafe y[i] = isLonger ? d : b
    }
  }

  /// A row of one plane's differences to the right and upwards.
  private func differences(
    _ window: Tile, _ plane: Int, _ rect: PixelRect, _ y: Int, _ across: UnsafeMutablePointer<Float>,
    _ up: UnsafeMutablePointer<Float>
  ) {
    let count = rect.width
    unsafe across.update(repeating: 0, count: count)
    unsafe up.update(repeating: 0, count: count)
    let (above, below) = unsafe (window.row(plane, y: y + 1), window.row(plane, y: y - 1))
    for (index, exact) in weights.enumerated() {
      let weight = Float(exact)
      let row = unsafe window.row(plane, y: y + index - reach) + reach
      for i in 0..<count { unsafe across[i] += weight * (row[i &+ 1] - row[i &- 1]) }
      for i in 0..<count { unsafe up[i] += weight * (above[i &+ index] - below[i &+ index]) }
    }
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    func value(_ dx: Int, _ dy: Int) -> SIMD4<Double> { edge.pixel(x + dx, y + dy, of: input).summable }
    var (across, up) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for (index, weight) in weights.enumerated() {
      let beside = index - reach
      across += (value(1, beside) - value(-1, beside)) * weight
      up += (value(beside, 1) - value(beside, -1)) * weight
    }
    let lengths = across * across + up * up
    if case .magnitude(let factor) = result {
      func length(_ channel: Int) -> Double { Double(factor) * lengths[channel].squareRoot() }
      return Pixel(SIMD4(length(0), length(1), length(2), value(0, 0).w))
    }
    var longest = 0
    for channel in 1..<3 where Float(lengths[channel]) > Float(lengths[longest]) { longest = channel }
    return Pixel(SIMD4(across[longest], up[longest], 0, 1))
  }
}
