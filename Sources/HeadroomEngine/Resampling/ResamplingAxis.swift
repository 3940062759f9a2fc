internal import Foundation
internal import HeadroomPixels

/// A kernel to resize with, in units of the coarser of the two grids.
package enum ResamplingKernel: Hashable, Sendable {
  /// Of three lobes.
  case lanczos
  /// Two pixels to each side (D. Mitchell and A. Netravali, 1988).
  case cubic(b: Double, c: Double)

  /// Its reach to each side.
  var lobes: Double { if case .lanczos = self { 3 } else { 2 } }

  package var name: String { if case .lanczos = self { "Lanczos" } else { "cubic" } }

  package var numbers: [Double] { if case .cubic(let b, let c) = self { [b, c] } else { [] } }

  /// At least the largest sum of the positive weights of a pixel in two dimensions, over all positions: 1.69 for Lanczos, and
  /// for cubics with b and c up to 1, halfway between pixels.
  var largestOvershoot: Float { 1.7 }

  func callAsFunction(_ d: Double) -> Double {
    let size = abs(d)
    if size >= lobes { return 0 }
    switch self {
    case .lanczos:
      if size < 1e-7 { return 1 }
      return 3 * sin(.pi * d) * sin(.pi * d / 3) / (.pi * .pi * d * d)
    case .cubic(let b, let c):
      let (square, cube) = (size * size, size * size * size)
      if size < 1 { return ((12 - 9 * b - 6 * c) * cube + (-18 + 12 * b + 6 * c) * square + 6 - 2 * b) / 6 }
      return ((-b - 6 * c) * cube + (6 * b + 30 * c) * square + (-12 * b - 48 * c) * size + 8 * b + 24 * c) / 6
    }
  }
}

/// The weights of a kernel along one axis of a picture.
struct ResamplingAxis: Hashable, Sendable {
  let kernel: ResamplingKernel
  /// Output size over input size.
  let factor: Double
  /// The picture's first pixel.
  let first: Int
  /// One past its last pixel.
  let end: Int
  /// The most weights of an output pixel.
  let count: Int

  /// The kernel is stretched by this when the picture shrinks, so that no detail finer than the output grid remains.
  private let stretch: Double
  private let fastStep: Step
  private let slowStep: Step

  init(_ kernel: ResamplingKernel, factor: Double, first: Int, end: Int) {
    self.kernel = kernel
    self.factor = factor
    self.first = first
    self.end = end
    stretch = max(1 / factor, 1)
    let step = 1 / stretch
    (fastStep, slowStep) = (Step(.pi * step), Step(.pi * step / kernel.lobes))
    let reach = min(2 * kernel.lobes * stretch, Double(end - first))
    count = min(Int(reach) + 1, end - first)
  }

  var fingerprint: [Double] { kernel.numbers + [factor, Double(first), Double(end)] }

  /// The centre of an output pixel in the input, where pixel i has its centre at i.
  private func centre(_ x: Int) -> Double { (Double(x) + 0.5) / factor - 0.5 }

  /// The first and last input pixel under the kernel, also beyond the picture.
  func taps(of x: Int) -> (first: Int, last: Int) {
    let (centre, reach) = (centre(x), kernel.lobes * stretch)
    return (Self.bounded((centre - reach).rounded(.up)), Self.bounded((centre + reach).rounded(.down)))
  }

  private static func bounded(_ value: Double) -> Int { Int(min(max(value, -1e12), 1e12)) }

  /// The nearest pixel of the picture.
  func clamped(_ x: Int) -> Int { min(max(x, first), end - 1) }

  /// The pixels of the picture that an output pixel shows: those whose centres lie within one pixel of the coarser grid.
  func footprint(of x: Int) -> Range<Int> {
    let centre = centre(x)
    let first = clamped(Self.bounded((centre - stretch).rounded(.up)))
    return first..<max(clamped(Self.bounded((centre + stretch).rounded(.down))), first) + 1
  }

  /// Position and weight under the kernel, normalised; positions may lie beyond the picture.
  func exactWeights(at x: Int) -> [(position: Int, weight: Double)] {
    let (range, centre) = (taps(of: x), centre(x))
    let raw = (range.first...max(range.last, range.first)).map { ($0, kernel((Double($0) - centre) / stretch)) }
    let sum = raw.reduce(0) { $0 + $1.1 }
    return raw.map { (position: $0.0, weight: $0.1 / sum) }
  }

  /// Writes the weights of an output pixel, at most ``count``; those beyond the picture are added to its edge's.
  ///
  /// - Returns: the input pixel of the first weight, and their number.
  func fill(_ weights: UnsafeMutablePointer<Float>, at x: Int) -> (first: Int, taps: Int) {
    let range = taps(of: x)
    let start = clamped(range.first)
    let taps = min(max(clamped(range.last) - start + 1, 1), count)
    var sums = [Double](repeating: 0, count: taps)
    let total = forEachWeight(range, centre(x)) { position, weight in
      sums[min(clamped(position) - start, taps - 1)] += weight
    }
    for (index, sum) in sums.enumerated() { unsafe weights[index] = Float(sum / total) }
    let largest = min(max(clamped(Self.bounded(centre(x).rounded())) - start, 0), taps - 1)
    unsafe BalancedWeights.balance(weights, count: taps, largest: largest)
    return (start, taps)
  }

  /// Calls `body` with each weight in turn and returns their sum.
  private func forEachWeight(
    _ range: (first: Int, last: Int), _ centre: Double, _ body: (_ position: Int, _ weight: Double) -> Void
  ) -> Double {
    guard range.first <= range.last else { return 1 }
    if case .lanczos = kernel { return forEachLanczosWeight(range, centre, body) }
    var total = 0.0
    for position in range.first...range.last {
      let weight = kernel((Double(position) - centre) / stretch)
      body(position, weight)
      total += weight
    }
    return total
  }

  /// Both sines advance by rotation instead of being computed anew.
  private func forEachLanczosWeight(
    _ range: (first: Int, last: Int), _ centre: Double, _ body: (_ position: Int, _ weight: Double) -> Void
  ) -> Double {
    let (step, lobes) = (1 / stretch, kernel.lobes)
    let offset = (Double(range.first) - centre) * step
    var fast = Rotation(start: .pi * offset, step: fastStep)
    var slow = Rotation(start: .pi * offset / lobes, step: slowStep)
    var total = 0.0
    for position in range.first...range.last {
      let d = (Double(position) - centre) * step
      let weight = abs(d) < 1e-7 ? 1 : abs(d) >= lobes ? 0 : lobes * fast.sine * slow.sine / (.pi * .pi * d * d)
      body(position, weight)
      total += weight
      fast.advance()
      slow.advance()
    }
    return total
  }

  /// The sine of an angle that grows in equal steps.
  private struct Rotation {
    private(set) var sine: Double
    private var cosine: Double
    private let step: Step

    init(start: Double, step: Step) {
      (sine, cosine) = (sin(start), cos(start))
      self.step = step
    }

    mutating func advance() {
      (sine, cosine) = (sine * step.cosine + cosine * step.sine, cosine * step.cosine - sine * step.sine)
    }
  }

  /// An angle to advance by, which is the same for all pixels.
  private struct Step: Hashable, Sendable {
    let sine: Double
    let cosine: Double

    init(_ angle: Double) { (sine, cosine) = (sin(angle), cos(angle)) }
  }
}
