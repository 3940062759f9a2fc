/// The position of a pixel's alpha, and whether colour is multiplied by it.
public enum CGImageAlphaInfo: UInt32, CaseIterable, Sendable {
  /// No alpha: every pixel is opaque.
  case none = 0
  /// Alpha after the colour, which is multiplied by it.
  case premultipliedLast = 1
  /// Alpha before the colour, which is multiplied by it.
  case premultipliedFirst = 2
  /// Alpha after the colour, which is straight.
  case last = 3
  /// Alpha before the colour, which is straight.
  case first = 4
  /// An unused component after the colour; every pixel is opaque.
  case noneSkipLast = 5
  /// An unused component before the colour; every pixel is opaque.
  case noneSkipFirst = 6
  /// Alpha and nothing else.
  case alphaOnly = 7
}

extension CGImageAlphaInfo {
  /// Whether pixels carry an alpha that counts.
  package var hasAlpha: Bool {
    switch self {
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: true
    case .none, .noneSkipLast, .noneSkipFirst: false
    }
  }

  /// Whether the alpha, or the unused component, comes before the colour.
  package var comesFirst: Bool { self == .premultipliedFirst || self == .first || self == .noneSkipFirst }

  /// Whether a component beside the colours is stored.
  package var hasExtraComponent: Bool { self != .none && self != .alphaOnly }
}
