/// Tone curves of one variable that people know by name. They are for comparison and for looks: none adapts to the
/// display's headroom as ``ToneCurve`` does.
///
/// Inputs and outputs are linear, 1.0 = reference white, unless stated otherwise.
public enum ScalarToneOperator: Hashable, Sendable {
  /// Extended Reinhard with one headroom, as libultrahdr has it: `x (1 + x/h²) / (1 + x)`; `h` goes to 1.
  case reinhard(headroom: Double)
  /// Hable's filmic curve, divided by its value at `peak`, which goes to 1.
  case hable(peak: Double)
  /// The identity up to `knee`, then a Möbius transform that takes `peak` to 1.
  case mobius(peak: Double, knee: Double)
  /// Narkowicz' fit to the first ACES output transform; for SDR only.
  case acesFit
  /// The contrast polynomial of AgX, on the log2-normalised value 0 to 1.
  case agxContrast

  /// The curve's value.
  public func callAsFunction(_ x: Double) -> Double {
    switch self {
    case .reinhard(let headroom): x * (1 + x / (headroom * headroom)) / (1 + x)
    case .hable(let peak): Self.hable(x) / Self.hable(peak)
    case .mobius(let peak, let knee): Self.mobius(x, peak, knee)
    case .acesFit: x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
    case .agxContrast: Self.agxContrast(x)
    }
  }

  private static func hable(_ x: Double) -> Double {
    let (a, b, c, d, e, f) = (0.15, 0.50, 0.10, 0.20, 0.02, 0.30)
    return (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f
  }

  private static func mobius(_ x: Double, _ peak: Double, _ knee: Double) -> Double {
    if x <= knee || peak <= 1 { return x }
    let a = -knee * knee * (peak - 1) / (knee * knee - 2 * knee + peak)
    let b = (knee * knee - 2 * knee * peak + peak) / (peak - 1)
    return (b * b + 2 * b * knee + knee * knee) / (b - a) * (x + a) / (x + b)
  }

  private static func agxContrast(_ x: Double) -> Double {
    let high = (15.5 * x - 40.14) * x + 31.96
    return (((high * x - 6.868) * x + 0.4298) * x + 0.1191) * x - 0.00232
  }
}
