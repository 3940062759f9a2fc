internal import HeadroomColor

/// The matrices of H.273 that mix light and signals: BT.2020 constant luminance (10), the same with weights of the
/// primaries (13), and ICtCp (14).
///
/// ### Formula
/// Constant luminance: B' = Y'c + 1.9404 Cb below zero, + 1.5820 Cb above; R' = Y'c + 1.7182 Cr below, + 0.9938 Cr
/// above; light of green = (Y - 0.2627 R - 0.0593 B) / 0.6780. In general B' = Y' + 2 E(1 - Kb) Cb below zero, + 2
/// (1 - E(Kb)) Cb above, and red with Kr, where E goes from light to signals and both end at 1; code 13 works that
/// way. H.273 derives the four factors from the curve. Here the factors of BT.2020 (table 4), which follow from
/// its own curve, serve every curve: the one public file with another curve, PQ, has natural colours with them and
/// not with the derived ones.
///
/// ICtCp: L'M'S' by the inverse of BT.2100 table 7's matrix for PQ or HLG, light of LMS, light of RGB, signals.
struct LightMatrix: Sendable {
  private enum Kind: Sendable {
    case constantLuminance(Weights)
    case cones(signals: Matrix3x3, light: Matrix3x3)
  }

  private let kind: Kind
  private let curve: TransferFunction

  /// Shares of luminance, and the amount that one unit of a difference adds to luma, below and above zero.
  private struct Weights: Sendable {
    var (red, green, blue) = (Float(0.2627), Float(0.6780), Float(0.0593))
    var redUnits = (below: Float(1.7182), above: Float(0.9938))
    var blueUnits = (below: Float(1.9404), above: Float(1.5820))

    /// Those of BT.2020.
    init() {}

    init(_ matrix: YCbCrMatrix, curve: TransferFunction) {
      (red, green, blue) = (Float(matrix.kr), Float(1 - matrix.kr - matrix.kb), Float(matrix.kb))
      let peak = curve.decode(1)
      func units(_ share: Double) -> (below: Float, above: Float) {
        (Float(2 * curve.encode((1 - share) * peak)), Float(2 * (1 - curve.encode(share * peak))))
      }
      redUnits = units(matrix.kr)
      blueUnits = units(matrix.kb)
    }
  }

  /// - Parameter curve: from signals to light of any scale.
  /// - Returns: nil for other matrices, and for ICtCp of other curves than PQ and HLG.
  init?(_ matrix: MatrixCoefficients?, curve: TransferFunction) {
    switch (matrix, curve) {
    case (.bt2020ConstantLuminance, _): kind = .constantLuminance(Weights())
    case (.constantLuminance(let matrix), _): kind = .constantLuminance(Weights(matrix, curve: curve))
    case (.ictcp, .pq): kind = .cones(signals: ICtCp.toLMSPQ, light: ICtCp.rgbFromLMS)
    case (.ictcp, .hlg): kind = .cones(signals: ICtCp.toLMSHLG, light: ICtCp.rgbFromLMS)
    default: return nil
    }
    self.curve = curve
  }

  typealias Row = UnsafeMutablePointer<Float>

  /// Turns a span in place: luma or intensity into green, Cb or Ct into blue, Cr or Cp into red, all signals of 0...1 and
  /// differences of -0.5...0.5.
  ///
  /// - Parameter scratch: a row that may be overwritten.
  func apply(_ luma: Row, _ first: Row, _ second: Row, scratch: Row, _ count: Int) {
    switch kind {
    case .constantLuminance(let weights):
      unsafe applyConstantLuminance(weights, luma, first, second, scratch, count)
    case .cones(let signals, let light):
      unsafe MatrixRow.apply(signals, luma, first, second, count)
      unsafe TransferRow.decode(curve, luma, count)
      unsafe TransferRow.decode(curve, first, count)
      unsafe TransferRow.decode(curve, second, count)
      unsafe MatrixRow.apply(light, luma, first, second, count)
      unsafe TransferRow.encode(curve, luma, count)
      unsafe TransferRow.encode(curve, first, count)
      unsafe TransferRow.encode(curve, second, count)
      // The matrix leaves red, green, blue in this order.
      for i in 0..<count {
        let (red, green, blue) = unsafe (luma[i], first[i], second[i])
        unsafe luma[i] = green
        unsafe first[i] = blue
        unsafe second[i] = red
      }
    }
  }

  private func applyConstantLuminance(
    _ weights: Weights, _ luma: Row, _ blue: Row, _ red: Row, _ scratch: Row, _ count: Int
  ) {
    let (blueUnits, redUnits) = (weights.blueUnits, weights.redUnits)
    for i in 0..<count {
      let y = unsafe luma[i]
      let (b, r) = unsafe (blue[i], red[i])
      unsafe blue[i] = y.addingProduct(b, b <= 0 ? blueUnits.below : blueUnits.above)
      unsafe red[i] = y.addingProduct(r, r <= 0 ? redUnits.below : redUnits.above)
    }
    unsafe TransferRow.decode(curve, luma, count)
    unsafe subtractLight(of: blue, weight: weights.blue, from: luma, scratch, count)
    unsafe subtractLight(of: red, weight: weights.red, from: luma, scratch, count)
    for i in 0..<count { unsafe luma[i] /= weights.green }
    unsafe TransferRow.encode(curve, luma, count)
  }

  private func subtractLight(of signals: Row, weight: Float, from light: Row, _ scratch: Row, _ count: Int) {
    unsafe scratch.update(from: signals, count: count)
    unsafe TransferRow.decode(curve, scratch, count)
    for i in 0..<count { unsafe light[i] = unsafe light[i].addingProduct(scratch[i], -weight) }
  }
}
