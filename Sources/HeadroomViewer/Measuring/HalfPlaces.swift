internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// Where each half float there is belongs in the scopes: light comes as those, so that a look-up replaces its logarithm and its
/// curve.
@safe final class HalfPlaces: Sendable {
  /// Slots of a histogram behind its bins.
  static let (zeroSlot, belowSlot, slotCount) = (ScopeCounts.binCount, ScopeCounts.binCount + 1, 256)

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
  /// Bits of the mantissas at which the eighths begin, and one beyond all.
  private let starts: [UInt32]

  init() { starts = (0..<8).map { Float(exp2(Double($0) / 8)).bitPattern & 0x7F_FFFF } + [0x80_0000] }

  /// The bin of a number, or the slot for what has no logarithm.
  @inline(__always) func slot(of value: Float) -> Int {
    guard value > 0 else { return value == 0 ? HalfPlaces.zeroSlot : HalfPlaces.belowSlot }
    let bits = value.bitPattern
    let octave = Int(bits >> 23) - 127 + 12
    if octave < 0 { return 0 }
    if octave >= 24 { return ScopeCounts.binCount - 1 }
    let mantissa = bits & 0x7F_FFFF
    return unsafe starts.withUnsafeBufferPointer { starts in
      var eighth = unsafe mantissa >= starts[4] ? 4 : 0
      eighth += unsafe mantissa >= starts[eighth + 2] ? 2 : 0
      eighth += unsafe mantissa >= starts[eighth + 1] ? 1 : 0
      return octave * 8 + eighth
    }
  }
}
