/// How drawn colour (S) is combined with existing colour (R before).
///
/// Those from ``multiply`` to ``luminosity`` mix colours without alpha, Cs of what is drawn and Cb of what is there, to B;
/// with both alphas, Sa and Ra, the result is `Sa (1 - Ra) Cs + (1 - Sa) Ra Cb + Sa Ra B` of alpha `Sa + Ra - Sa Ra`. They
/// work in the numbers of the context's space. The formulas of the others are for colours multiplied by their alpha.
///
/// ## Extended range
/// ``colorDodge``, ``colorBurn``, ``softLight``, ``hue``, ``saturation``, ``color`` and ``luminosity`` are made for 0...1:
/// both colours are clamped before they are mixed. All other modes keep values above 1; a negative B becomes 0.
public enum CGBlendMode: Int32, CaseIterable, Sendable {
  /// S + R (1 - Sa).
  case normal = 0
  /// Cb Cs.
  case multiply = 1
  /// Cb + Cs - Cb Cs.
  case screen = 2
  /// As ``hardLight``, with the colours exchanged.
  case overlay = 3
  /// The smaller of each component.
  case darken = 4
  /// The larger of each component.
  case lighten = 5
  /// Cb / (1 - Cs), at most 1.
  case colorDodge = 6
  /// 1 - (1 - Cb) / Cs, at least 0.
  case colorBurn = 7
  /// Darkens or lightens gently, as Cs is below or above 0.5.
  case softLight = 8
  /// 2 Cb Cs where Cs is at most 0.5, otherwise the screen of Cb and 2 Cs - 1.
  case hardLight = 9
  /// |Cb - Cs|.
  case difference = 10
  /// Cb + Cs - 2 Cb Cs.
  case exclusion = 11
  /// The hue of Cs with saturation and luminosity of Cb.
  case hue = 12
  /// The saturation of Cs with hue and luminosity of Cb.
  case saturation = 13
  /// Hue and saturation of Cs with the luminosity of Cb.
  case color = 14
  /// The luminosity of Cs with hue and saturation of Cb.
  case luminosity = 15
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
  /// A - (Sa - S) - (Ra - R), at least 0, where A = Sa + Ra, at most 1, is the alpha: what both lack is added up.
  case plusDarker = 26
  /// S + R, at most 1 in standard-range contexts.
  case plusLighter = 27
}

extension CGBlendMode {
  /// Whether colours without alpha are mixed.
  var mixesColors: Bool { (Self.multiply.rawValue...Self.luminosity.rawValue).contains(rawValue) }

  /// The factor of S for the existing alpha, of the modes that have one.
  @inline(__always) func sourceFactor(_ destinationAlpha: Float) -> Float {
    switch self {
    case .clear, .destinationIn, .destinationOut: 0
    case .sourceIn, .sourceAtop: destinationAlpha
    case .sourceOut, .destinationOver, .destinationAtop, .xor: 1 - destinationAlpha
    default: 1
    }
  }

  /// The factor of R for the drawn alpha, of the modes that have one.
  @inline(__always) func destinationFactor(_ sourceAlpha: Float) -> Float {
    switch self {
    case .plusLighter, .plusDarker, .destinationOver: 1
    case .clear, .copy, .sourceIn, .sourceOut: 0
    case .destinationIn, .destinationAtop: sourceAlpha
    default: 1 - sourceAlpha
    }
  }
}
