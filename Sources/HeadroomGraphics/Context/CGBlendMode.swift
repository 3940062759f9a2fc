/// How drawn colour (S) is combined with existing colour (R before); both are multiplied by their alpha (Sa, Ra).
public enum CGBlendMode: Int32, CaseIterable, Sendable {
  /// S + R (1 - Sa).
  case normal = 0
  /// 0.
  case clear = 16
  /// S.
  case copy = 17
  /// S Ra.
  case sourceIn = 18
  /// S (1 - Ra).
  case sourceOut = 19
  /// S Ra + R (1 - Sa).
  case sourceAtop = 20
  /// S (1 - Ra) + R.
  case destinationOver = 21
  /// R Sa.
  case destinationIn = 22
  /// R (1 - Sa).
  case destinationOut = 23
  /// S (1 - Ra) + R Sa.
  case destinationAtop = 24
  /// S (1 - Ra) + R (1 - Sa).
  case xor = 25
  /// S + R, at most 1 in standard-range contexts.
  case plusLighter = 27
}

extension CGBlendMode {
  /// The factor of S for the existing alpha.
  @inline(__always) func sourceFactor(_ destinationAlpha: Float) -> Float {
    switch self {
    case .normal, .copy, .plusLighter: 1
    case .clear, .destinationIn, .destinationOut: 0
    case .sourceIn, .sourceAtop: destinationAlpha
    case .sourceOut, .destinationOver, .destinationAtop, .xor: 1 - destinationAlpha
    }
  }

  /// The factor of R for the drawn alpha.
  @inline(__always) func destinationFactor(_ sourceAlpha: Float) -> Float {
    switch self {
    case .plusLighter, .destinationOver: 1
    case .clear, .copy, .sourceIn, .sourceOut: 0
    case .normal, .sourceAtop, .destinationOut, .xor: 1 - sourceAlpha
    case .destinationIn, .destinationAtop: sourceAlpha
    }
  }
}
