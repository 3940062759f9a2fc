/// How signals become integer codes: a bit depth and the narrow or full range (BT.2100 table 9, H.273).
///
/// ## Formula
/// Narrow: Y = (219 E + 16) 2^(n-8), C = (224 E + 128) 2^(n-8). Full: Y = (2^n - 1) E, C = (2^n - 1) E + 2^(n-1).
/// Ties round away from zero. Codes are not clipped unless asked: super-whites are legal signals.
public struct CodeRange: Hashable, Sendable {
  /// Bits per sample, 8...16.
  public let bitDepth: Int
  /// Whether codes use all values.
  public let isFull: Bool

  /// Makes a range; the depth is limited to 1...16 bits (narrow ranges need 8).
  public init(bitDepth: Int, isFull: Bool) {
    self.bitDepth = min(max(bitDepth, isFull ? 1 : 8), 16)
    self.isFull = isFull
  }

  /// The code values of luma or an RGB component at signal 0 and 1.
  public var lumaCodes: (black: Double, white: Double) {
    isFull ? (0, Double(maximumCode)) : (16 * step, 235 * step)
  }

  /// The largest code.
  public var maximumCode: Int { (1 << bitDepth) - 1 }

  /// The code of a luma or R'G'B' signal, nominally 0...1.
  public func lumaCode(_ signal: Double) -> Int {
    rounded(isFull ? Double(maximumCode) * signal : (219 * signal + 16) * step)
  }

  /// The code of a colour difference, nominally -0.5...0.5.
  public func chromaCode(_ signal: Double) -> Int {
    rounded(
      isFull ? Double(maximumCode) * signal + Double(1 << (bitDepth - 1)) : (224 * signal + 128) * step)
  }

  /// The signal of a luma or R'G'B' code.
  public func luma(code: Int) -> Double {
    isFull ? Double(code) / Double(maximumCode) : (Double(code) / step - 16) / 219
  }

  /// The signal of a colour difference code.
  public func chroma(code: Int) -> Double {
    isFull ? Double(code - (1 << (bitDepth - 1))) / Double(maximumCode) : (Double(code) / step - 128) / 224
  }

  /// The nearest code a sample can hold, 0...``maximumCode``.
  public func clipped(_ code: Int) -> Int { min(max(code, 0), maximumCode) }

  /// The nearest code allowed on serial interfaces, where the first and last 2^(n-8) codes are timing marks.
  public func clippedForVideo(_ code: Int) -> Int {
    isFull || bitDepth == 8
      ? min(max(code, isFull ? 0 : 1), isFull ? maximumCode : 254)
      : min(max(code, 1 << (bitDepth - 8)), maximumCode - (1 << (bitDepth - 8)))
  }

  private var step: Double { Double(1 << max(bitDepth - 8, 0)) }

  // The products that are ties in exact arithmetic (219 * 0.5 + 16 = 125.5) can land a few units in the last place
  // below in binary; the tolerance is far above that and far below what a 16-bit code can resolve.
  private func rounded(_ value: Double) -> Int {
    let bounded = min(max(value.isNaN ? 0 : value, -1e9), 1e9)
    let nudged = bounded < 0 ? bounded - 1e-9 : bounded + 1e-9
    return Int(nudged.rounded(.toNearestOrAwayFromZero))
  }
}
