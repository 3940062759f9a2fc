/// The two ways in which a layer meets a display of less headroom than its content has.
enum LayerKind: String, CaseIterable, Sendable {
  /// `CAMetalLayer`: what fits stays as it is, what is above is cut.
  case metal
  /// `CALayer`: a gain map is weighted, other light is tone mapped with the reference-white operator.
  case core
}

/// How much of a display's headroom a view takes.
enum DynamicRangePolicy: String, CaseIterable, Sendable {
  case standard
  case constrainedHigh
  case high

  /// The headroom that is left of a display's.
  func limit(_ headroom: Double) -> Double {
    switch self {
    case .standard: 1
    case .constrainedHigh: min(headroom, 2)
    case .high: headroom
    }
  }
}
