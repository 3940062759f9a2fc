/// The positive half of the hybrid log-gamma camera curve (BT.2100), scene light 0...1 to signal 0...1.
enum HLGCurve {
  static let a = 0.17883277
  static let b = 1 - 4 * a
  static let c = 0.5 - a * Libm.log(4 * a)

  static func encode(_ light: Double) -> Double {
    light <= 1.0 / 12 ? (3 * light).squareRoot() : a * Libm.log(12 * light - b) + c
  }

  static func decode(_ signal: Double) -> Double {
    signal <= 0.5 ? signal * signal / 3 : (Libm.exp((signal - c) / a) + b) / 12
  }
}
