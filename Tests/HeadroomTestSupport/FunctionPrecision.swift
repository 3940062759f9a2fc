internal import Foundation

/// How exact each function of kernels is: what documentation promises and tests hold every executor to.
package struct FunctionPrecision: Sendable, CustomStringConvertible {
  /// What a result may be off by, against the exact one.
  package enum Bound: Sendable, CustomStringConvertible {
    /// Units in the last place of the exact result.
    case ulp(Double)
    /// A difference, where results near zero are differences of larger ones.
    case absolute(Double)
    /// Rounded once, as the processor rounds.
    case exact

    package var description: String {
      switch self {
      case .ulp(let count): "\(Self.short(count)) ulp"
      case .absolute(let distance): "\(Self.short(distance)) absolute"
      case .exact: "exact"
      }
    }

    private static func short(_ value: Double) -> String {
      value == value.rounded() && value >= 1 ? "\(Int(value))" : "\(value)"
    }
  }

  /// In Metal: `sin(x)`. Arguments are called x and y.
  package var call: String
  /// Where the bound holds, for each argument.
  package var domain: [ClosedRange<Float>]
  package var bound: Bound
  /// The exact result.
  package var exact: @Sendable (Double, Double) -> Double
  /// Arguments whose result is fixed, mostly those without a finite one.
  package var fixed: [(arguments: [Float], result: Float)] = []

  package var description: String { call }

  /// As the documentation lists it: the call, where it holds, the bound.
  package var row: String {
    let places = zip(["x", "y"], domain).map { name, range in
      "\(name) \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
    }
    return "| `\(call)` | \(places.joined(separator: ", ")) | \(bound) |"
  }

  private static func short(_ value: Float) -> String {
    if value.magnitude == .greatestFiniteMagnitude { return value < 0 ? "-max" : "max" }
    return value == value.rounded() && value.magnitude < 1e6 ? "\(Int(value))" : "\(value)"
  }

  /// Arguments to try: spread over the numbers of the domain as floats are, dense at its ends and around whole numbers.
  package func samples(_ count: Int, using generator: inout SeededGenerator) -> [[Float]] {
    (0..<count).map { number in
      domain.map { range in
        switch number % 8 {
        case 0: number < 8 ? range.lowerBound : range.upperBound
        case 1: Self.clamped(Float.random(in: -10...10, using: &generator).rounded(), range)
        case 2: Self.clamped(near(Float.random(in: -10...10, using: &generator).rounded(), &generator), range)
        case 3, 4, 5: Float.random(in: range.lowerBound / 2...range.upperBound / 2, using: &generator) * 2
        default: Self.clamped(spread(&generator), range)
        }
      }
    }
  }

  /// Any float, all exponents alike.
  private func spread(_ generator: inout SeededGenerator) -> Float {
    let size = Float(exp2(Double.random(in: -60...60, using: &generator)))
    return Bool.random(using: &generator) ? size : -size
  }

  private func near(_ value: Float, _ generator: inout SeededGenerator) -> Float {
    value + Float.random(in: -1e-4...1e-4, using: &generator)
  }

  private static func clamped(_ value: Float, _ range: ClosedRange<Float>) -> Float {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// How far a result is off, in the bound's unit, and whether that is allowed.
  package func error(of result: Float, at arguments: [Float]) -> (amount: Double, isAllowed: Bool) {
    let x = Double(arguments[0])
    let wanted = exact(x, arguments.count > 1 ? Double(arguments[1]) : 0)
    if wanted.isNaN { return (0, result.isNaN) }
    // What is larger than floats may be infinite, what is smaller 0.
    if abs(wanted) > Double(Float.greatestFiniteMagnitude) { return (0, abs(result) > 3.4e38) }
    let unit = max(Double(Float(wanted).ulp), Double(Float.leastNormalMagnitude.ulp))
    switch bound {
    case .exact: return (0, result == Float(wanted))
    case .ulp(let most):
      let amount = abs(Double(result) - wanted) / unit
      return (amount, amount <= most || abs(wanted) < Double(Float.leastNormalMagnitude))
    case .absolute(let most):
      let amount = abs(Double(result) - wanted)
      return (amount, amount <= most)
    }
  }
}
