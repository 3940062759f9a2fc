package import HeadroomColor

/// A change of the numbers whose exact form depends on the working space; the planner turns it into stages.
package enum ColorConversion: Hashable, Sendable {
  /// Numbers in the given encoding become working-space light.
  case toWorkingSpace(from: ColorEncoding)
  /// Working-space light becomes numbers in the given encoding (later nodes still treat them as light).
  case fromWorkingSpace(to: ColorEncoding)
  case premultiply
  case unpremultiply
  /// Alpha becomes 1, the unpremultiplied colour stays.
  case alphaOne
  case toneMap(ToneMapRequest)
  /// CIE L*a*b* in R, G, B (L 0 ... 100) from working-space light, and back; D50 by Bradford.
  case workingSpaceToLab
  case labToWorkingSpace

  package func peak(of input: Float?) -> Float? {
    switch self {
    // Gains are at most 1, by the largest component in BT.2020; components in other primaries may lie beyond the
    // target. A picture's own curve may do anything.
    case .toneMap(let request):
      if case .ownCurve = request.source { return nil }
      return input
    case .premultiply, .unpremultiply, .alphaOne: return input
    case .toWorkingSpace, .fromWorkingSpace, .workingSpaceToLab, .labToWorkingSpace: return nil
    }
  }

  package var label: String {
    switch self {
    case .toWorkingSpace(let encoding): return "\(encoding.displayName) to working space"
    case .fromWorkingSpace(let encoding): return "working space to \(encoding.displayName)"
    case .premultiply: return "premultiply"
    case .unpremultiply: return "unpremultiply"
    case .alphaOne: return "alpha one"
    case .toneMap(let request): return request.label
    case .workingSpaceToLab: return "working space to Lab"
    case .labToWorkingSpace: return "Lab to working space"
    }
  }
}

/// Brings light from one headroom to another: gain by max(R, G, B) in linear BT.2020 (colour.md section 4).
package struct ToneMapRequest: Hashable, Sendable {
  /// Where the source headroom comes from.
  package enum Source: Hashable, Sendable {
    case known(Double)
    /// Known by a measurement, which single pixels may exceed: see `LightMeter.contentHeadroom`.
    case estimated(Double)
    /// Given by a caller that sees more than this picture, such as the meter of a stream, and given anew with each:
    /// single pixels may exceed it. The plan of the render does not depend on its value.
    case given(Double)
    /// `LightMeter.contentHeadroom` of the picture, measured before the render; for images without any bound.
    case measured
    /// Neither headroom nor operator, but the picture's own curve to SDR.
    case ownCurve(MeasuredToneCurve)
  }

  package var source: Source
  package var targetHeadroom: Double
  package var toneMapOperator: ToneMapOperator

  package init(source: Source, targetHeadroom: Double, toneMapOperator: ToneMapOperator = .rwtmo) {
    self.source = source
    self.targetHeadroom = targetHeadroom
    self.toneMapOperator = toneMapOperator
  }

  package var label: String {
    let from: String
    switch source {
    case .known(let headroom), .estimated(let headroom): from = "headroom \(headroom)"
    case .given(let headroom): from = "given headroom \(headroom)"
    case .measured: from = "measured headroom"
    case .ownCurve: return "tone map by the author's curve to \(targetHeadroom)"
    }
    return "tone map (\(toneMapOperator.rawValue)) \(from) to \(targetHeadroom)"
  }
}

extension ColorEncoding {
  /// The name for people: the CGColorSpace name where there is one.
  package var displayName: String { name ?? "custom \(model) \(transfer)" }
}
