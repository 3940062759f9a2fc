/// A fold of the values in a window along one axis, computed from the folds of its parts.
///
/// Means are kept as means, not as sums, and each update adds a share of a difference. So flat light stays the same to
/// the last bit, in single precision and for every size of window, and no value leaves a trace once the window has
/// passed it.
protocol RunningWindow {
  /// Whether parts may overlap.
  static var mayOverlap: Bool { get }
  /// The largest magnitude that needs no cleaning.
  static var limit: Float { get }
  /// The value, cleaned for computing.
  static func cleaned(_ value: Float) -> Float
  /// Three windows of the same size as one.
  static func three(_ a: Float, _ b: Float, _ c: Float) -> Float
  /// Five values, of which the first is the middle one.
  static func five(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float) -> Float
  /// Two consecutive windows of three values, whose common values are folded once.
  static func threes(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> (Float, Float)
  /// The same of five.
  static func fives(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float, _ f: Float) -> (Float, Float)
  /// A window's value combined with that of another part, which has a share of the whole.
  ///
  /// - Parameter base: the value as which the missing parts were counted so far; `sum` where there are two parts.
  static func take(_ value: Float, into sum: Float, from base: Float, share: Float) -> Float
  static func result(_ value: Float) -> Float
}

/// The value to compute from a window.
package enum WindowValue: String, Sendable {
  case mean, largest, smallest
}

enum RunningMean: RunningWindow {
  static var mayOverlap: Bool { false }
  @inline(__always) static var limit: Float { Summable.limit }

  @inline(__always) static func cleaned(_ value: Float) -> Float { Summable.value(value) }
  @inline(__always) static func three(_ a: Float, _ b: Float, _ c: Float) -> Float {
    a.addingProduct(1 / 3, (b - a) + (c - a))
  }
  @inline(__always) static func five(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float) -> Float {
    a.addingProduct(1 / 5, ((b - a) + (c - a)) + ((d - a) + (e - a)))
  }
  @inline(__always) static func threes(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> (Float, Float) {
    (three(b, a, c), three(c, b, d))
  }
  @inline(__always)
  static func fives(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float, _ f: Float) -> (Float, Float) {
    (five(c, a, b, d, e), five(d, b, c, e, f))
  }
  @inline(__always) static func take(_ value: Float, into sum: Float, from base: Float, share: Float) -> Float {
    sum.addingProduct(share, value - base)
  }
  @inline(__always) static func result(_ value: Float) -> Float { value }
}

enum RunningMaximum: RunningWindow {
  static var mayOverlap: Bool { true }
  @inline(__always) static var limit: Float { .infinity }
  @inline(__always) static func cleaned(_ value: Float) -> Float { value == value ? value : 0 }
  @inline(__always) static func three(_ a: Float, _ b: Float, _ c: Float) -> Float { larger(larger(a, b), c) }
  @inline(__always) static func five(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float) -> Float {
    larger(larger(larger(b, c), larger(d, e)), a)
  }
  @inline(__always) static func threes(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> (Float, Float) {
    let both = larger(b, c)
    return (larger(a, both), larger(both, d))
  }
  @inline(__always)
  static func fives(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float, _ f: Float) -> (Float, Float) {
    let both = larger(larger(b, c), larger(d, e))
    return (larger(a, both), larger(both, f))
  }
  @inline(__always) static func take(_ value: Float, into sum: Float, from base: Float, share: Float) -> Float {
    larger(value, sum)
  }
  /// Makes zeros positive, whichever came first.
  @inline(__always) static func result(_ value: Float) -> Float { value + 0 }
}

enum RunningMinimum: RunningWindow {
  static var mayOverlap: Bool { true }
  @inline(__always) static var limit: Float { .infinity }
  @inline(__always) static func cleaned(_ value: Float) -> Float { value == value ? value : 0 }
  @inline(__always) static func three(_ a: Float, _ b: Float, _ c: Float) -> Float { smaller(smaller(a, b), c) }
  @inline(__always) static func five(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float) -> Float {
    smaller(smaller(smaller(b, c), smaller(d, e)), a)
  }
  @inline(__always) static func threes(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> (Float, Float) {
    let both = smaller(b, c)
    return (smaller(a, both), smaller(both, d))
  }
  @inline(__always)
  static func fives(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ e: Float, _ f: Float) -> (Float, Float) {
    let both = smaller(smaller(b, c), smaller(d, e))
    return (smaller(a, both), smaller(both, f))
  }
  @inline(__always) static func take(_ value: Float, into sum: Float, from base: Float, share: Float) -> Float {
    smaller(value, sum)
  }
  @inline(__always) static func result(_ value: Float) -> Float { value + 0 }
}

extension WindowValue {
  /// From the definition.
  package func of(_ pixels: some Sequence<Pixel>, count: Int) -> Pixel {
    let values = pixels.lazy.map { self == .mean ? $0.summable : $0.withoutNaN }
    switch self {
    case .mean: return Pixel(values.reduce(SIMD4.zero, +) / Double(count))
    case .largest: return Pixel(values.reduce(SIMD4(repeating: -.infinity)) { pointwiseMax($0, $1) })
    case .smallest: return Pixel(values.reduce(SIMD4(repeating: .infinity)) { pointwiseMin($0, $1) })
    }
  }
}
