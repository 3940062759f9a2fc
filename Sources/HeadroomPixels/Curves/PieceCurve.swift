internal import CHeadroomMath
internal import HeadroomColor

/// A transfer function from signals to light, as a polynomial for each of eight octaves of the signal.
///
/// A row goes through it without memory access: PQ in a sixth of the time of its powers, others in half of it.
/// ``worstError`` says how far it is off.
@safe final class PieceCurve: @unchecked Sendable {
  // Sendable: written only while it is being made.
  let curve: UnsafeMutablePointer<headroom_curve>
  /// The largest difference from the function, in signals of 0...1.1.
  private(set) var worstError = Double.infinity

  private static let pieces = 8
  /// Brighter signals are decoded as this one. Only chroma far outside of any gamut leads there.
  private static let highestSignal = 1.75
  /// The same for PQ, which has a pole at 1.99.
  private static let highestPQ = 1.5

  /// - Parameters:
  ///   - corner: a signal where pieces meet, because two formulas of the function do.
  ///   - isSquared: whether the polynomials are roots of the light, which bends less.
  init(_ function: TransferFunction, corner: Double, isSquared: Bool, degree: Int) {
    // A power of two lies between pieces.
    var scale = 1.0
    if corner.significand != 1 { scale = Double(sign: .plus, exponent: corner.exponent + 1, significand: 1) / corner }
    let highest = (function == .pq ? Self.highestPQ : Self.highestSignal) * scale
    let first = Int(highest.exponent) - (Self.pieces - 1)
    unsafe curve = .allocate(capacity: 1)
    unsafe curve.initialize(to: headroom_curve())
    unsafe curve.pointee.degree = Int32(degree)
    unsafe curve.pointee.scale = Float(scale)
    unsafe curve.pointee.highest = Float(highest)
    unsafe curve.pointee.exponent = Int32(first + 127)
    unsafe curve.pointee.is_squared = isSquared ? 1 : 0
    for piece in 0..<Self.pieces {
      let start = piece == 0 ? 0 : Double(sign: .plus, exponent: first + piece, significand: 1)
      let end = min(Double(sign: .plus, exponent: first + piece + 1, significand: 1), highest)
      let polynomial = LobattoPolynomial(degree: degree, from: start, to: end) { argument in
        let light = function.decode(argument / scale)
        return isSquared ? light.squareRoot() : light
      }
      for (power, factor) in polynomial.factors.enumerated() { setCoefficient(power, piece, factor) }
      unsafe withUnsafeMutableBytes(of: &curve.pointee.starts) {
        unsafe $0.storeBytes(of: Float(start), toByteOffset: 4 * piece, as: Float.self)
      }
    }
    worstError = error(of: function)
  }

  deinit { unsafe curve.deallocate() }

  private func setCoefficient(_ power: Int, _ piece: Int, _ value: Double) {
    unsafe withUnsafeMutableBytes(of: &curve.pointee.coefficients) {
      unsafe $0.storeBytes(of: Float(value), toByteOffset: 4 * (Self.pieces * power + piece), as: Float.self)
    }
  }

  /// Compares with the function at many signals, closer together where it is dark.
  private func error(of function: TransferFunction) -> Double {
    let count = 4096
    return (0...count).reduce(0) { worst, index in
      let place = Double(index) / Double(count)
      var value = Float(1.1 * place * place)
      let signal = Double(value)
      unsafe headroom_light_of_signals(curve, &value, 1)
      let found = abs(function.encode(Double(value)) - signal)
      return found <= worst ? worst : found.isNaN ? .infinity : found
    }
  }
}

/// The polynomial through a function's values at Lobatto's points of an interval, whose ends are among them: neighbouring pieces
/// meet, and zero stays zero.
private struct LobattoPolynomial {
  /// By power of the distance from the interval's start.
  let factors: [Double]

  init(degree: Int, from start: Double, to end: Double, _ function: (Double) -> Double) {
    let places = (0...degree).map { index -> Double in
      let sine = Double(sinFast(Float(index) * .pi / Float(2 * degree)))
      return (index == degree ? 1 : sine * sine) * (end - start)
    }
    // Newton's differences, and from them the powers.
    var differences = places.map { function(start + $0) }
    for order in 1...degree {
      for index in stride(from: degree, through: order, by: -1) {
        differences[index] = (differences[index] - differences[index - 1]) / (places[index] - places[index - order])
      }
    }
    var powers = [Double](repeating: 0, count: degree + 1)
    for order in (0...degree).reversed() {
      for power in stride(from: degree, through: 1, by: -1) {
        powers[power] = powers[power - 1] - places[order] * powers[power]
      }
      powers[0] = differences[order] - places[order] * powers[0]
    }
    factors = powers
  }
}

extension PieceCurve {
  /// The best curve of a function, of the lower degree if that is as good as a 16-bit code needs; nil where there is none for it.
  static func decoding(_ function: TransferFunction) -> PieceCurve? {
    guard let corners = corners(of: function) else { return nil }
    let degrees = [Int(headroom_curve_low_degree), Int(headroom_curve_degree)]
    let curves = degrees.flatMap { degree in
      corners.flatMap { corner in
        [false, true].map { PieceCurve(function, corner: corner, isSquared: $0, degree: degree) }
      }
    }
    return curves.first { $0.worstError < 0.5 / 65535 } ?? curves.min { $0.worstError < $1.worstError }
  }

  /// Signals where pieces may meet, with all at halves and doubles of it: where the function has two formulas that corner alone.
  /// Nil for functions that are not decoded in pieces.
  private static func corners(of function: TransferFunction) -> [Double]? {
    switch function {
    case .pq, .bt1886: smooth
    case .gamma(let exponent): (1.5...3).contains(exponent) ? smooth : nil
    case .hlg: [0.5]
    case .bt709: [function.encode(SceneCurve.exact.breakpoint)]
    case .smpte240: [function.encode(SceneCurve.smpte240.breakpoint)]
    case .sRGB: [0.04045]
    case .linear, .romm, .log100, .log316, .bt1361, .smpte428, .parametric, .sampled: nil
    }
  }

  private static let smooth = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75]
}
