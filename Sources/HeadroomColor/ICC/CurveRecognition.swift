/// Finds the well-known curve that a measured one stands for.
enum CurveRecognition {
  /// Largest difference in signal: half a 10-bit code.
  private static let signalTolerance = 0.5 / 1023
  /// Largest difference in light, for dark parts, where 16-bit tables have fewer levels than signals.
  private static let lightTolerance = 0.75 / 65535

  private static let exponents = [1.8, 1.961, 2.2, 2.4, 2.6, 2.8]

  /// The named curve within rounding of `curve`, or `curve` itself.
  static func recognized(_ curve: TransferFunction, primaries: ColorPrimaries?) -> TransferFunction {
    let named: [TransferFunction] = [.linear, .sRGB, .bt709, .romm]
    if let match = named.first(where: { fits(curve, $0) }) { return match }
    if let match = recognizedPower(curve, primaries) { return match }
    guard case .sampled = curve else { return curve }
    if placements(of: .pq).contains(where: { fits(curve, $0) }) { return .pq }
    if placements(of: .hlg).contains(where: { fits(curve, $0) }) { return .hlg }
    return curve
  }

  private static func recognizedPower(_ curve: TransferFunction, _ primaries: ColorPrimaries?) -> TransferFunction? {
    let exponent: Double
    if case .gamma(let stated) = curve {
      exponent = stated
    } else {
      let middle = curve.decode(0.5)
      guard middle > 0, middle < 1 else { return nil }
      exponent = Libm.log2(middle) / -1
      guard exponent > 0, fits(curve, .gamma(exponent)) else { return nil }
    }
    // Version 2 writes 2.2 as 563/256, which is exactly Adobe RGB's exponent.
    if primaries == .adobeRGB, (exponent - 563.0 / 256).magnitude < 0.002 { return .adobeRGB }
    let snapped = exponents.first { ($0 - exponent).magnitude < 0.002 } ?? exponent
    return .gamma(snapped)
  }

  /// Whether two curves are within rounding of each other at the points of the first.
  static func fits(_ curve: TransferFunction, _ candidate: TransferFunction) -> Bool {
    fits(curve) { candidate.decode($0) }
  }

  /// Compares light and, where that differs, the signals that candidate and curve need for it.
  private static func fits(_ curve: TransferFunction, _ candidate: (Double) -> Double) -> Bool {
    signals(of: curve).allSatisfy { signal in
      let light = curve.decode(signal)
      if (light - candidate(signal)).magnitude <= lightTolerance { return true }
      return light >= candidate(signal - signalTolerance) && light <= candidate(signal + signalTolerance)
    }
  }

  private static func signals(of curve: TransferFunction) -> [Double] {
    guard case .sampled(let table) = curve else { return (0...256).map { Double($0) / 256 } }
    let last = table.samples.count - 1
    let step = max(1, last / 1024)
    return stride(from: 0, through: last, by: step).map { Double($0) / Double(last) }
  }

  /// The ways in which profile makers fit a curve that reaches beyond white into a table that ends at 1.
  private static func placements(of transfer: TransferFunction) -> [(Double) -> Double] {
    let display: (Double) -> Double
    let whites: [Double]
    if transfer == .pq {
      display = { TransferFunction.pq.decode($0) }
      whites = [10000, 1000, 203, 100].map { $0 / ReferenceWhite.nits }
    } else {
      // Scene light; display light on a gray at 1000 cd/m².
      display = { Libm.pow(max(TransferFunction.hlg.decode($0), 0), 1.2) * ReferenceWhite.defaultHeadroom }
      whites = [ReferenceWhite.defaultHeadroom, 1]
    }
    let placed = whites.map { white in { (signal: Double) in min(display(max(signal, 0)) / white, 1) } }
    return transfer == .pq ? placed : placed + [{ TransferFunction.hlg.decode(max($0, 0)) }]
  }
}
