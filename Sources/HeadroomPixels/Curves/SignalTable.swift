internal import CHeadroomMath
package import HeadroomColor

/// The decoding direction of a transfer function as straight pieces of equal length: for signals that are floats but
/// carry no more than 12 bits, such as interpolated video.
///
/// Signals are mirrored through zero and limited to ``highestSignal``. The error, seen as a signal, is below a tenth
/// of a 12-bit code; TransferFunction kernels are exact where floats carry more.
@safe package final class SignalTable: Sendable {
  private let pairs: LinePairs
  private let signMask: UInt32

  /// Pieces for each unit of signal.
  static let resolution = 4096

  /// Narrow range video reaches 1.09, and colours outside the gamut of its matrix a little more.
  package static let highestSignal: Float = 1.25

  /// - Parameters:
  ///   - isMirrored: whether f(-x) = -f(x); otherwise negative signals count as zero.
  ///   - function: the curve, called for 0...``highestSignal`` and one piece beyond.
  package init(isMirrored: Bool, function: (Double) -> Double) {
    let count = Int(Self.highestSignal * Float(Self.resolution)) + 1
    pairs = LinePairs(count: count)
    let unit = 1 / Double(Self.resolution)
    // Piece k is centred on node k: rounding to the nearest is a single addition.
    let first = function(0)
    pairs.set(0, intercept: first, slope: (function(0.5 * unit) - first) / (0.5 * unit))
    for piece in 1..<count {
      pairs.set(piece, from: (Double(piece) - 0.5) * unit, to: (Double(piece) + 0.5) * unit, function: function)
    }
    signMask = isMirrored ? 0x8000_0000 : 0
  }

  /// Signal to linear light.
  package convenience init(decoding function: TransferFunction) {
    self.init(isMirrored: function.isMirrored) { function.decode($0) }
  }

  /// Replaces each signal of a row by its value.
  package func apply(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    let signMask = signMask
    let highest = Self.highestSignal
    let resolution = Float(Self.resolution)
    @inline(__always) func argument(_ x: Float) -> Float {
      let size = signMask == 0 ? headroom_max(x, 0) : abs(x)
      return size > highest ? highest : size
    }
    unsafe pairs.apply(row, count) { x in
      // NaN takes piece 0 and stays NaN through the line.
      let position = headroom_max(argument(x), 0) * resolution + 8_388_608
      return Int32(bitPattern: position.bitPattern & 0x007F_FFFF)
    } line: { intercept, slope, x in
      let value = intercept.addingProduct(slope, argument(x))
      return Float(bitPattern: value.bitPattern ^ (x.bitPattern & signMask))
    }
  }
}
