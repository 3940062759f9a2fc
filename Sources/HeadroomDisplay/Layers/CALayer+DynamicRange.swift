internal import HeadroomColor

extension CALayer {
  /// Whether contents with headroom are tone mapped.
  public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// As the kind of layer does it: a ``CALayer`` tone maps; a ``CAMetalLayer`` only where it has
    /// ``CAMetalLayer/edrMetadata``.
    public static let automatic = ToneMapMode(rawValue: "automatic")
    /// Light is cut where the layer's headroom ends.
    public static let never = ToneMapMode(rawValue: "never")
    /// Tone mapped, by metal layers without metadata too.
    public static let ifSupported = ToneMapMode(rawValue: "ifSupported")
  }

  /// How much of the screen's headroom contents get.
  public struct DynamicRange: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What the content asks for: as ``high``, since content that has no headroom takes none.
    public static let automatic = DynamicRange(rawValue: "automatic")
    /// None: at most SDR white.
    public static let standard = DynamicRange(rawValue: "standard")
    /// So much that it sits well beside SDR content: ``CALayer/constrainedHighLimit``, 2 unless that was changed.
    public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
    /// All there is.
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
  /// ``currentHeadroom`` as light can be measured against: finite, at least 1.
  var usableHeadroom: Double { currentHeadroom.isFinite ? max(currentHeadroom, 1) : 1 }

  /// Whether a reference mode is on, in which nothing is tone mapped.
  var isReference: Bool { referenceModeStatus == .enabled || referenceModeStatus == .limited }
}
