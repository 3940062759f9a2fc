internal import HeadroomColor

extension CALayer {
  /// Whether contents with headroom are tone mapped.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Depends on the kind of layer: a ``CALayer`` tone maps; a ``CAMetalLayer`` only if it has
    /// ``CAMetalLayer/edrMetadata``.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// Light is clipped at the layer's headroom.
    public static let never = ToneMapMode(rawValue: "never")
    /// Tone mapped, also by metal layers without metadata.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
  }

  /// How much of the screen's headroom contents get.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the content needs: same as ``high``, since content without headroom uses none.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// None: at most SDR white.
    public static let standard = DynamicRange(rawValue: "standard")
    /// As much as fits in beside SDR content: ``CALayer/constrainedHighLimit``, by default 2.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// All of the screen's headroom.
    public static let high = DynamicRange(rawValue: "high")

    var limit: DynamicRangeLimit {
      switch self {
      case .automatic, .high: .high
      case .constrainedHigh: .constrainedHigh
      default: .standard
      }
    }
  }

  /// The headroom that this layer's contents get on a screen, at least 1.
  package func headroom(on state: DisplayState) -> Double {
    let range = chosenDynamicRange ?? (wantsExtendedDynamicRangeContent ? .high : .standard)
    return range.limit.effectiveHeadroom(
      displayHeadroom: state.usableHeadroom, constrainedLimit: max(constrainedHighLimit, 1))
  }
}

extension DisplayState {
  /// ``currentHeadroom`` as a limit for light: at least 1, infinite for a screen that clips nothing.
  var usableHeadroom: Double { currentHeadroom > 1 ? currentHeadroom : 1 }

  /// Whether a reference mode is on, in which nothing is tone mapped.
  var isReference: Bool { referenceModeStatus == .enabled || referenceModeStatus == .limited }
}
