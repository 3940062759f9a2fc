internal import Foundation
internal import HeadroomColor
package import HeadroomPixels

/// The place of every possible half float in the scopes: light comes in half floats, so that a look-up replaces
/// logarithm and curve.
@safe package final class HalfFloatBins: Sendable {
  /// Slots of a histogram after its bins.
  package static var zeroSlot: Int { ScopeCounts.binCount }
  package static var belowSlot: Int { ScopeCounts.binCount + 1 }
  package static var slotCount: Int { 256 }

  /// By the bits of a half float: the slot of the histogram, and 256 times the row of the waveform from PQ signal 0.
  package let places: [UInt16]

  /// - Parameters:
  ///   - gain: a factor by which light is multiplied before it is counted.
  ///   - curve: light to PQ signal.
  package init(gain: Float, _ curve: CurveTable) {
    let light = (0...UInt16.max).map { bits -> Float in
      let value = Float(Float16(bitPattern: bits))
      return value.isFinite ? value * gain : 0
    }
    var signals = light
    unsafe signals.withUnsafeMutableBufferPointer { row in
      if let start = row.baseAddress { unsafe curve.apply(start, row.count) }
    }
    let bins = StopBins()
    places = light.indices.map { UInt16(bins.slot(of: light[$0]) | ScopeCounts.row(ofSignal: signals[$0]) << 8) }
  }
}

/// Bins of an eighth of a stop, between powers of 2^(1/8).
package struct StopBins: Sendable {
  /// Bits of the mantissas at which the seven upper eighths begin. Separate properties, because a loop keeps each in a
  /// register.
  private let s1, s2, s3, s4, s5, s6, s7: Int32

  private static var last: Int32 { Int32(ScopeCounts.binCount - 1) }
  private static var zero: Int32 { Int32(HalfFloatBins.zeroSlot) }
  private static var below: Int32 { Int32(HalfFloatBins.belowSlot) }

  package init() {
    func start(_ eighth: Int) -> Int32 { Int32(Float(exp2(Double(eighth) / 8)).bitPattern & 0x7F_FFFF) }
    (s1, s2, s3, s4) = (start(1), start(2), start(3), start(4))
    (s5, s6, s7) = (start(5), start(6), start(7))
  }

  /// The bin of a number, or the slot for numbers without a logarithm. Without branches.
  @inline(__always) package func slot(of value: Float) -> UInt32 {
    let bits = Int32(bitPattern: value.bitPattern)
    let mantissa = bits & 0x7F_FFFF
    // The sign of the difference, 0 or -1: without comparison or selection, so that it vectorises.
    @inline(__always) func isBelow(_ eighth: Int32) -> Int32 { (mantissa &- eighth) >> 31 }
    let below = (isBelow(s1) &+ isBelow(s2)) &+ (isBelow(s3) &+ isBelow(s4)) &+ (isBelow(s5) &+ isBelow(s6))
    let eighth = 7 &+ below &+ isBelow(s7)
    let place = (bits >> 23 &- 115) &* 8 &+ eighth
    let bin = min(max(place, 0), Self.last)
    let other: Int32 = value == 0 ? Self.zero : Self.below
    return UInt32(bitPattern: value > 0 ? bin : other)
  }
}
