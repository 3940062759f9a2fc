/// The conversions between HDR and SDR of report ITU-R BT.2446-1.
///
/// Method B is published as a figure only and is not offered.
public enum BT2446 {
  static let redWeight = 0.2627
  static let greenWeight = 0.6780
  static let blueWeight = 0.0593

  /// Luma of gamma-coded BT.2020 components.
  static func luma(_ rgb: SIMD3<Double>) -> Double { redWeight * rgb.x + greenWeight * rgb.y + blueWeight * rgb.z }

  /// A power that keeps the sign: out-of-gamut components are legal.
  static func signedPower(_ value: Double, _ exponent: Double) -> Double {
    value < 0 ? -Libm.pow(-value, exponent) : Libm.pow(value, exponent)
  }

  static func signedPower(_ rgb: SIMD3<Double>, _ exponent: Double) -> SIMD3<Double> {
    SIMD3(signedPower(rgb.x, exponent), signedPower(rgb.y, exponent), signedPower(rgb.z, exponent))
  }

  /// Components from luma and colour differences. The two green coefficients are the report's rounded ones.
  static func components(luma: Double, cb: Double, cr: Double) -> SIMD3<Double> {
    SIMD3(luma + 1.4746 * cr, luma - 0.16455 * cb - 0.57135 * cr, luma + 1.8814 * cb)
  }

  /// Method A from HDR to SDR: a luma curve in three parts in the gamma 2.4 domain, then a scaling of the chroma that
  /// follows it.
  ///
  /// It darkens mid-tones strongly (203 cd/m² of 1000 becomes 40.6 of 100) and is meant for whole-range conversion.
  public struct MethodA: Hashable, Sendable {
    /// Peak of the HDR picture in cd/m².
    public let hdrPeakNits: Double
    /// Peak of the SDR display in cd/m².
    public let sdrPeakNits: Double
    private let hdrRho: Double
    private let sdrRho: Double

    /// Makes the conversion between two peaks in cd/m²; the report's own case is 1000 to 100.
    public init(hdrPeakNits: Double, sdrPeakNits: Double = 100) {
      self.hdrPeakNits = hdrPeakNits
      self.sdrPeakNits = sdrPeakNits
      hdrRho = 1 + 32 * Libm.pow(hdrPeakNits / 10000, 1 / 2.4)
      sdrRho = 1 + 32 * Libm.pow(sdrPeakNits / 10000, 1 / 2.4)
    }

    /// The SDR signal for linear BT.2020 light in cd/m². The signal is coded with gamma 2.4; saturated colours give
    /// components above 1 and below 0.
    public func signal(fromNits rgb: SIMD3<Double>) -> SIMD3<Double> {
      let coded = signedPower(rgb / hdrPeakNits, 1 / 2.4)
      let luma = BT2446.luma(coded)
      let mapped = sdrLuma(luma)
      let scale = luma > 1e-9 ? mapped / (1.1 * luma) : sdrLumaSlope / 1.1
      let cb = scale * (coded.z - luma) / 1.8814
      let cr = scale * (coded.x - luma) / 1.4746
      return components(luma: mapped - max(0.1 * cr, 0), cb: cb, cr: cr)
    }

    /// The luminance shown for a gray of the HDR picture, both in cd/m².
    public func map(grayNits: Double) -> Double {
      sdrPeakNits * signedPower(sdrLuma(signedPower(grayNits / hdrPeakNits, 1 / 2.4)), 2.4)
    }

    private func sdrLuma(_ luma: Double) -> Double {
      if luma <= 0 { return luma * sdrLumaSlope }
      let perceptual = Libm.log(1 + (hdrRho - 1) * luma) / Libm.log(hdrRho)
      let compressed =
        if perceptual <= 0.7399 {
          1.0770 * perceptual
        } else if perceptual < 0.9909 {
          (-1.1510 * perceptual + 2.7811) * perceptual - 0.6302
        } else {
          0.5 * perceptual + 0.5
        }
      return (Libm.pow(sdrRho, compressed) - 1) / (sdrRho - 1)
    }

    /// Slope of the luma curve at black, which continues it below.
    private var sdrLumaSlope: Double {
      1.0770 * (hdrRho - 1) / Libm.log(hdrRho) * Libm.log(sdrRho) / (sdrRho - 1)
    }
  }

  /// Method A from SDR to HDR of 1000 cd/m²: linear BT.2020 light in cd/m² for a gamma 2.4 coded BT.2020 signal.
  ///
  /// Not an exact inverse of ``MethodA``.
  public static func hdrNits(fromSDRSignal rgb: SIMD3<Double>) -> SIMD3<Double> {
    let luma = BT2446.luma(rgb)
    guard luma > 0 else { return .zero }
    let expanded = hdrLuma(luma)
    let scale = 1.075 * expanded / luma
    let cb = scale * (rgb.z - luma) / 1.8814
    let cr = scale * (rgb.x - luma) / 1.4746
    let coded = components(luma: expanded, cb: cb, cr: cr)
    let clamped = coded.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1000))
    return 1000 * signedPower(clamped / 1000, 2.4)
  }

  /// The expanded luma (0 to 1000 in the gamma 2.4 domain) of an SDR luma.
  public static func hdrLuma(_ luma: Double) -> Double {
    let code = 255 * luma
    guard code > 0 else { return 0 }
    let exponent =
      if code <= 70 {
        (1.8712e-5 * code - 2.7334e-3) * code + 1.3141
      } else {
        (2.8305e-6 * code - 7.4622e-4) * code + 1.2528
      }
    return Libm.pow(code, exponent)
  }

  /// Method C: a luminance curve of a straight part and a logarithm that join with equal slope; the only one of the
  /// report that can be inverted exactly.
  public enum MethodC {
    static let k1 = 0.83802
    static let k2 = 15.09968
    static let k3 = 0.74204
    static let k4 = 78.99439
    /// Luminance at which the logarithm takes over, in cd/m².
    public static let inflectionNits = 58.5 / k1

    /// SDR luminance (100 = nominal white) for an HDR luminance, both in cd/m².
    public static func sdr(fromHDR nits: Double) -> Double {
      nits < inflectionNits ? k1 * nits : k2 * Libm.log(nits / inflectionNits - k3) + k4
    }

    /// HDR luminance for an SDR luminance, both in cd/m².
    public static func hdr(fromSDR nits: Double) -> Double {
      nits < 58.5 ? nits / k1 : inflectionNits * (Libm.exp((nits - k4) / k2) + k3)
    }

    /// Mixes the components of linear BT.2020 light so that saturated colours bleach. `amount` is 0 to 0.33.
    public static func crosstalk(_ rgb: SIMD3<Double>, amount: Double) -> SIMD3<Double> {
      amount * (rgb.x + rgb.y + rgb.z) + (1 - 3 * amount) * rgb
    }

    /// Undoes ``crosstalk(_:amount:)``.
    public static func inverseCrosstalk(_ rgb: SIMD3<Double>, amount: Double) -> SIMD3<Double> {
      (rgb - amount * (rgb.x + rgb.y + rgb.z)) / (1 - 3 * amount)
    }
  }
}
