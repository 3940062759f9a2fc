internal import CHeadroomMath
package import HeadroomColor

/// A curve over many orders of magnitude, in straight pieces: 128 for each doubling of its argument.
///
/// It encodes linear light and holds the gains of tone curves. The error is at most 3.8e-6 x²f'': below a tenth of a
/// 16-bit code for all transfer functions, below 1e-5 of a gain that falls like 1/x. Arguments below the domain lie on
/// one line to the value at zero; arguments above it take the value at its end.
@safe package final class CurveTable: Sendable {
  private let pairs: LinePairs
  private let firstPiece: Int32
  private let lowest: Float
  private let highest: Float
  private let signMask: UInt32

  /// - Parameters:
  ///   - exponents: the domain is 2^first...2^last, within -126...126.
  ///   - isMirrored: whether f(-x) = -f(x); otherwise negative arguments count as zero.
  ///   - isContinuous: whether the pieces meet on the curve; the table of a rising curve then rises
  ///     too, at twice the error.
  ///   - function: the curve, called for arguments from zero to the end of the domain.
  package init(
    exponents: ClosedRange<Int>, isMirrored: Bool, isContinuous: Bool = false, function: (Double) -> Double
  ) {
    let low = max(exponents.lowerBound, -126)
    let high = max(min(exponents.upperBound, 126), low + 1)
    let domain = (Self.power(low), Self.power(high))
    let first = Int(Float(domain.0).bitPattern >> 16)
    let last = Int(Float(domain.1).bitPattern >> 16)
    pairs = LinePairs(count: last - first + 2)
    // Piece 0 is the line from zero, the last one is the end itself.
    let atZero = function(0)
    pairs.set(0, intercept: atZero, slope: (function(domain.0) - atZero) / domain.0)
    for piece in first..<last {
      let start = Double(Float(bitPattern: UInt32(piece) << 16))
      let end = Double(Float(bitPattern: UInt32(piece + 1) << 16))
      pairs.set(piece - first + 1, from: start, to: end, isBalanced: !isContinuous, function: function)
    }
    pairs.set(last - first + 1, intercept: function(domain.1), slope: 0)
    firstPiece = Int32(first - 1)
    lowest = Float(bitPattern: UInt32(first - 1) << 16)
    highest = Float(domain.1)
    signMask = isMirrored ? 0x8000_0000 : 0
  }

  private static func power(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
  }

  /// The value at `x`. NaN gives NaN. Use ``apply(_:_:)`` for rows.
  package func value(_ x: Float) -> Float {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { cell in
      guard let cell = cell.baseAddress else { return .nan }
      unsafe cell.initialize(to: x)
      unsafe apply(cell, 1)
      return unsafe cell.pointee
    }
  }

  /// Writes the value at each float of `source` to `destination`.
  package func apply(_ source: UnsafePointer<Float>, to destination: UnsafeMutablePointer<Float>, _ count: Int) {
    unsafe destination.update(from: source, count: count)
    unsafe apply(destination, count)
  }

  /// Replaces each float of a row by the value there.
  package func apply(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    let (first, lowest, highest, signMask) = (firstPiece, lowest, highest, signMask)
    // A negative argument of a curve without a mirror half has all its bits cleared.
    @inline(__always) func argument(_ x: Float) -> Float {
      let size = signMask == 0 ? headroom_max(x, 0) : abs(x)
      return size > highest ? highest : size
    }
    unsafe pairs.apply(row, count) { x in
      Int32(bitPattern: headroom_max(argument(x), lowest).bitPattern >> 16) &- first
    } line: { intercept, slope, x in
      let value = intercept.addingProduct(slope, argument(x))
      return Float(bitPattern: value.bitPattern ^ (x.bitPattern & signMask))
    }
  }
}

extension CurveTable {
  /// The encoding direction of a transfer function, exact enough that every 16-bit code survives decoding and
  /// encoding.
  package convenience init(encoding function: TransferFunction) {
    // Light of a tenth of the first 16-bit code: the line from there to zero has no larger error.
    let darkest = function.decode(0.1 / 65535)
    let exponent = darkest.isNormal && darkest > 0 ? min(max(Int(darkest.exponent), -100), -6) : -40
    self.init(exponents: exponent...8, isMirrored: function.isMirrored) { function.encode($0) }
  }
}

extension TransferFunction {
  /// Whether negative values are the mirror image of positive ones.
  var isMirrored: Bool {
    switch self {
    case .bt1361: false
    case .sampled(let curve): min(curve.samples.first ?? 0, curve.samples.last ?? 0) >= 0
    default: true
    }
  }
}
