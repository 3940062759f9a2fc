package import Foundation
internal import HeadroomColor
package import HeadroomGraphics

/// What a node does. All but sources and colour conversions take premultiplied light and give premultiplied light.
package enum NodeKind: Sendable {
  case source(any SourceOperation)
  /// Any number of images on one grid; none for a generator.
  case point(any PointOperation)
  /// A conversion that depends on the working space (colour matching, premultiplication, tone mapping): data.
  case color(ColorConversion)
  /// An affine resampling: output position = transform(input position).
  case affine(CGAffineTransform, Sampling)
  case warp(any WarpOperation, Sampling)
  case area(any AreaOperation)
  case processor(any ProcessorOperation)
  case reduction(any ReductionOperation)
  /// Exact: pixels outside the node's extent become transparent.
  case crop
  /// Edge pixels repeated without end.
  case clamp
  /// The input as it is, stored when it is rendered.
  case intermediate(Retention)
}

/// How values between pixel centres are found.
package enum Sampling: Hashable, Sendable {
  case nearest
  case linear
  /// Bilinear, with box halving in front when the image shrinks by more than two.
  case highQuality
  /// Between sixteen pixels by Keys' cubic with A = -0.5 (Catmull-Rom): sharper than bilinear, and a little beyond the range
  /// of the pixels at edges; alpha ends at 0 and 1. Transforms that shrink by more than two halve first.
  case cubic
}

/// How long the pixels of an intermediate live.
package enum Retention: Hashable, Sendable {
  /// As long as the render.
  case render
  /// From render to render, where the context keeps intermediates.
  case context
  /// From render to render.
  case always
}

/// Identifies what a node does: two nodes with the same key, inputs and extent are the same.
package enum NodeKey: Hashable, Sendable {
  case operation(Fingerprint)
  case sampled(Fingerprint, Sampling)
  case color(ColorConversion)
  case affine([Double], Sampling)
  case crop, clamp
  case intermediate(Retention)
}

extension NodeKind {
  private var operation: (any Operation)? {
    switch self {
    case .source(let operation): operation
    case .point(let operation): operation
    case .warp(let operation, _): operation
    case .area(let operation): operation
    case .processor(let operation): operation
    case .reduction(let operation): operation
    case .color, .affine, .crop, .clamp, .intermediate: nil
    }
  }

  package var key: NodeKey {
    switch self {
    case .warp(let operation, let sampling): return .sampled(operation.fingerprint, sampling)
    case .color(let conversion): return .color(conversion)
    case .affine(let t, let sampling): return .affine([t.a, t.b, t.c, t.d, t.tx, t.ty].map(Double.init), sampling)
    case .crop: return .crop
    case .clamp: return .clamp
    case .intermediate(let retention): return .intermediate(retention)
    case .source(let operation): return .operation(operation.fingerprint)
    case .point(let operation): return .operation(operation.fingerprint)
    case .area(let operation): return .operation(operation.fingerprint)
    case .processor(let operation): return .operation(operation.fingerprint)
    case .reduction(let operation): return .operation(operation.fingerprint)
    }
  }

  package var isConstant: Bool { if case .source(let source) = self { source.isConstant } else { true } }

  /// See ``Operation/contentHeadroom(of:)``.
  package func contentHeadroom(of inputs: [Float]) -> Float? { operation?.contentHeadroom(of: inputs) }

  /// Bound of the magnitudes of red, green and blue; see ``Operation/peak(of:)``.
  package func peak(of inputs: [Float?]) -> Float? {
    if case .color(let conversion) = self { return conversion.peak(of: inputs.first ?? nil) }
    switch self {
    case .warp(_, .cubic), .affine(_, .cubic): return nil
    default: return operation.map { $0.peak(of: inputs) } ?? inputs.first ?? nil
    }
  }

  /// Whether the result is opaque over its extent.
  package func isOpaque(_ inputs: [RecipeNode], extent: CGRect) -> Bool {
    let flags = inputs.map(\.isOpaque)
    switch self {
    case .source(let operation): return operation.isOpaque([])
    case .point(let operation):
      // Over one image the extent is the image's, or the operation accounts for what lies beyond.
      return operation.isOpaque(flags) && (inputs.count < 2 || inputs.allSatisfy { $0.extent.contains(extent) })
    case .processor(let operation): return operation.isOpaque(flags)
    case .reduction(let operation): return operation.isOpaque(flags)
    case .color, .crop, .clamp, .intermediate: return flags.first ?? false
    case .affine(let transform, _): return (flags.first ?? false) && transform.mapsPixelGridToItself
    case .warp, .area: return false
    }
  }

  /// A short name for printing.
  package var label: String {
    switch self {
    case .color(let conversion): return conversion.label
    case .affine(let t, let sampling):
      return "affine [\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty)] \(sampling)"
    case .crop: return "crop"
    case .clamp: return "clamp to extent"
    case .intermediate: return "intermediate"
    default: return operation?.fingerprint.name ?? "node"
    }
  }
}

extension CGAffineTransform {
  /// Whether it only moves by whole pixels.
  package var isWholeTranslation: Bool { mapsPixelGridToItself && a == 1 && d == 1 }
}
