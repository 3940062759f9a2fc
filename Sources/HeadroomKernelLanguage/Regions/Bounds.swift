/// What a lane can hold: numbers from a low to a high one, both included, and whether it may be no number at all.
///
/// Float and whole lanes alike are kept as Double, which holds all of both. Whole lanes are kept as signed; an operation
/// that reads them as unsigned takes what may be negative as anything. Bools are 0 or 1.
struct Bounds: Equatable {
  var low: Double
  var high: Double
  var mayBeNaN = false

  init(_ low: Double, _ high: Double, mayBeNaN: Bool = false) {
    self.low = low
    self.high = high
    self.mayBeNaN = mayBeNaN
  }

  init(_ value: Double) { self.init(value, value) }

  static let anyFloat = Bounds(-.infinity, .infinity, mayBeNaN: true)
  static let anyWhole = Bounds(-2_147_483_648, 2_147_483_647)
  static let anyBool = Bounds(0, 1)
  static let yes = Bounds(1)
  static let no = Bounds(0)
  /// A float that is never a number.
  static let nothing = Bounds(.infinity, -.infinity, mayBeNaN: true)

  static func any(_ kind: KernelForm.Kind) -> Bounds {
    switch kind {
    case .float: anyFloat
    case .whole: anyWhole
    case .bool: anyBool
    }
  }

  /// The one value of bits.
  init(bits: UInt32, _ kind: KernelForm.Kind) {
    switch kind {
    case .float:
      let value = Float(bitPattern: bits)
      self = value.isNaN ? .nothing : Bounds(Double(value))
    case .whole: self.init(Double(Int32(bitPattern: bits)))
    case .bool: self.init(bits == 0 ? 0 : 1)
    }
  }

  /// Whether no number is in it; it may still be NaN.
  var isEmpty: Bool { low > high }
  var isSingle: Bool { low == high && !mayBeNaN }
  var isFinite: Bool { low > -.infinity && high < .infinity }
  var largest: Double { max(abs(low), abs(high)) }

  func contains(_ other: Bounds) -> Bool {
    (other.isEmpty || (low <= other.low && high >= other.high)) && (mayBeNaN || !other.mayBeNaN)
  }

  /// What holds everything of both.
  func joined(_ other: Bounds) -> Bounds {
    Bounds(min(low, other.low), max(high, other.high), mayBeNaN: mayBeNaN || other.mayBeNaN)
  }

  /// What is in both; one without the other's numbers stays as it is, since a path that cannot be taken says nothing.
  func limited(_ other: Bounds) -> Bounds {
    let result = Bounds(max(low, other.low), min(high, other.high), mayBeNaN: mayBeNaN && other.mayBeNaN)
    return result.isEmpty ? self : result
  }

  /// Goes to the limit on each side that grew.
  func widened(from old: Bounds, _ kind: KernelForm.Kind) -> Bounds {
    let limit = Bounds.any(kind)
    return Bounds(
      low < old.low ? limit.low : low, high > old.high ? limit.high : high,
      mayBeNaN: mayBeNaN || (kind == .float && !isFinite))
  }

  /// Room for functions that executors compute with other roundings: a relative 1e-5 and 1e-6 beside it.
  var loosened: Bounds {
    Bounds(low - abs(low) * 1e-5 - 1e-6, high + abs(high) * 1e-5 + 1e-6, mayBeNaN: mayBeNaN)
  }
}
