internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// Where each half float there is belongs in the scopes: light comes as those, so that a look-up replaces its logarithm and its
/// curve.
@safe final class HalfPlaces: Sendable {
  /// Slots of a histogram behind its bins.
  static var zeroSlot: Int { ScopeCounts.binCount }
  static var belowSlot: Int { ScopeCounts.binCount + 1 }
  static var slotCount: Int { 256 }

  /// By the bits of a half float: the slot of the histogram, and 256 times the row of the waveform from PQ signal 0.
  let places: [UInt16]

  /// - Parameters:
  ///   - gain: what light is multiplied by before it is counted.
  ///   - curve: light to PQ signal.
  init(gain: Float, _ curve: CurveTable) {
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

/// Eighths of a stop: where a number lies between powers of 2^(1/8).
struct StopBins: Sendable {
  /// Bits of the mantissas at which the seven upper eighths begin.
  private let starts: SIMD8<Int32>

  init() {
    var starts = SIMD8<Int32>(repeating: .max)
    for eighth in 1..<8 { starts[eighth - 1] = Int32(Float(exp2(Double(eighth) / 8)).bitPattern & 0x7F_FFFF) }
    self.starts = starts
  }

  /// The bin of a number, or the slot for what has no logarithm. Without branches.
  @inline(__always) func slot(of value: Float) -> UInt32 {
    let bits = Int32(bitPattern: value.bitPattern)
    let mantissa = bits & 0x7F_FFFF
    @inline(__always) func reaches(_ eighth: Int) -> Int32 { mantissa < starts[eighth] ? 0 : 1 }
    let eighth =
      (reaches(0) &+ reaches(1)) &+ (reaches(2) &+ reaches(3)) &+ (reaches(4) &+ reaches(5)) &+ reaches(6)
    let place = (bits >> 23 &- 115) &* 8 &+ eighth
    let bin = min(max(place, 0), Int32(ScopeCounts.binCount - 1))
    let other = value == 0 ? HalfPlaces.zeroSlot : HalfPlaces.belowSlot
    return UInt32(truncatingIfNeeded: value > 0 ? Int(bin) : other)
  }
}
