/// The possible contents of a lane: numbers from a low to a high one, both included, and whether it may be NaN.
///
/// Float and integer lanes are both stored as Double, which represents them exactly. Integer lanes are stored as
/// signed; for an operation that reads them as unsigned, a possibly negative lane may be anything. Bools are 0 or 1.
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
  /// A float that is always NaN.
  static let nothing = Bounds(.infinity, -.infinity, mayBeNaN: true)

  static func any(_ kind: KernelIR.Kind) -> Bounds {
    switch kind {
    case .float: anyFloat
    case .whole: anyWhole
    case .bool: anyBool
    }
  }

  /// The single value of some bits.
  init(bits: UInt32, _ kind: KernelIR.Kind) {
    switch kind {
    case .float:
      let value = Float(bitPattern: bits)
      self = value.isNaN ? .nothing : Bounds(Double(value))
    case .whole: self.init(Double(Int32(bitPattern: bits)))
    case .bool: self.init(bits == 0 ? 0 : 1)
    }
  }

  /// Whether it contains no number; it may still be NaN.
  var isEmpty: Bool { low > high }
  var isSingle: Bool { low == high && !mayBeNaN }
  var isFinite: Bool { low > -.infinity && high < .infinity }
  var largest: Double { max(abs(low), abs(high)) }

  func contains(_ other: Bounds) -> Bool {
    (other.isEmpty || (low <= other.low && high >= other.high)) && (mayBeNaN || !other.mayBeNaN)
  }

  /// The smallest bounds that contain both.
  func joined(_ other: Bounds) -> Bounds {
    Bounds(min(low, other.low), max(high, other.high), mayBeNaN: mayBeNaN || other.mayBeNaN)
  }

  /// The intersection of both; where it is empty these bounds stay, since a path that cannot be taken gives no
  /// information.
  func limited(_ other: Bounds) -> Bounds {
    let result = Bounds(max(low, other.low), min(high, other.high), mayBeNaN: mayBeNaN && other.mayBeNaN)
    return result.isEmpty ? self : result
  }

  /// Widens each side that grew to its limit.
  func widened(from old: Bounds, _ kind: KernelIR.Kind) -> Bounds {
    let limit = Bounds.any(kind)
    return Bounds(
      low < old.low ? limit.low : low, high > old.high ? limit.high : high,
      mayBeNaN: mayBeNaN || (kind == .float && !isFinite))
  }

  /// Widened for functions that executors compute with other roundings: by a relative 1e-5 plus 1e-6.
  var loosened: Bounds {
    Bounds(low - abs(low) * 1e-5 - 1e-6, high + abs(high) * 1e-5 + 1e-6, mayBeNaN: mayBeNaN)
  }
}
