package import HeadroomColor
package import HeadroomPixels

/// The part of a node that decides how a plan is built: everything except the numbers that a slider or the next frame
/// of a video changes.
///
/// Recipes whose nodes have equal shapes and equal inputs are planned once; see ``PlanTemplate``.
package enum NodeShape: Hashable, Sendable {
  // Behind a reference: shapes are copied and compared for every render.
  indirect case source(encoding: ColorEncoding?, alpha: AlphaMode, hasGainMap: Bool)
  case point(AlphaRule, usesPosition: Bool, keepsOpaque: Bool, parameterCount: Int)
  indirect case color(ColorConversion)
  case toneMap(isMeasured: Bool)
  case affine(Sampling)
  case warp(Sampling)
  case area, processor, reduction, crop, clamp
  case intermediate(Retention)
}

extension NodeKind {
  package var shape: NodeShape {
    switch self {
    case .source(let source):
      return .source(encoding: source.encoding, alpha: source.alpha, hasGainMap: source.hasGainMap)
    case .point(let operation):
      return .point(
        operation.alphaRule, usesPosition: operation.usesPosition, keepsOpaque: operation.isOpaque([true]),
        parameterCount: operation.parameterCount)
    case .color(.toneMap(let request)): return .toneMap(isMeasured: request.source == .measured)
    case .color(let conversion): return .color(conversion)
    case .affine(_, let sampling): return .affine(sampling)
    case .warp(_, let sampling): return .warp(sampling)
    case .area: return .area
    case .processor: return .processor
    case .reduction: return .reduction
    case .crop: return .crop
    case .clamp: return .clamp
    case .intermediate(let retention): return .intermediate(retention)
    }
  }
}
