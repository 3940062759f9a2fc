internal import HeadroomGraphics

/// How drawn colour is combined with the existing one, under AppKit's names; see `CGBlendMode`.
public enum NSCompositingOperation: UInt, Hashable, Sendable, CaseIterable {
  case clear = 0
  case copy = 1
  case sourceOver = 2
  case sourceIn = 3
  case sourceOut = 4
  case sourceAtop = 5
  case destinationOver = 6
  case destinationIn = 7
  case destinationOut = 8
  case destinationAtop = 9
  case xor = 10
  case plusDarker = 11
  case plusLighter = 13
  case multiply = 14
  case screen = 15
  case overlay = 16
  case darken = 17
  case lighten = 18
  case colorDodge = 19
  case colorBurn = 20
  case softLight = 21
  case hardLight = 22
  case difference = 23
  case exclusion = 24
  case hue = 25
  case saturation = 26
  case color = 27
  case luminosity = 28

  /// The mode of contexts; nil where they have none.
  var blendMode: CGBlendMode? { CGBlendMode(rawValue: number) }

  /// The number of Core Graphics.
  private var number: Int32 {
    switch self {
    case .clear, .copy: Int32(rawValue) + 16
    case .sourceOver: 0
    case .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn, .destinationOut, .destinationAtop, .xor,
      .plusDarker:
      Int32(rawValue) + 15
    case .plusLighter: 27
    default: Int32(rawValue) - 13
    }
  }
}
