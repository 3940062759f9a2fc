internal import Foundation
package import HeadroomGraphics

extension NodeKind {
  /// Upper bound of max(R, G, B) of the result.
  func peak(of inputs: [Float?]) -> Float? {
    let main = inputs.first ?? nil
    switch self {
    case .source(let operation): return operation.peak(of: [])
    case .generator(let operation): return operation.peak(of: [])
    case .point(let operation): return operation.peak(of: inputs)
    case .blend(let operation): return operation.peak(of: inputs)
    case .sample(let operation): return operation.peak(of: inputs)
    case .area(let operation): return operation.peak(of: inputs)
    case .reduction(let operation): return operation.peak(of: inputs)
    case .color(let conversion): return conversion.peak(of: main)
    case .affine, .crop, .clamp, .intermediate: return main
    }
  }

  /// Whether the result is opaque over its extent.
  func isOpaque(_ inputs: [RecipeNode], extent: CGRect) -> Bool {
    let flags = inputs.map(\.isOpaque)
    switch self {
    case .source(let operation): return operation.isOpaque([])
    case .generator(let operation): return operation.isOpaque([])
    case .point(let operation): return operation.isOpaque(flags)
    case .blend(let operation): return operation.isOpaque(flags) && inputs.allSatisfy { $0.extent.contains(extent) }
    case .reduction(let operation): return operation.isOpaque(flags)
    case .color, .crop, .clamp, .intermediate: return flags.first ?? false
    case .affine(let transform, _): return (flags.first ?? false) && transform.mapsPixelGridToItself
    case .sample, .area: return false
    }
  }

  /// Feeds kind and parameters into a structural hash.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .source(let operation): hasher.combine(operation.fingerprint)
    case .generator(let operation): hasher.combine(operation.fingerprint)
    case .point(let operation): hasher.combine(operation.fingerprint)
    case .blend(let operation): hasher.combine(operation.fingerprint)
    case .sample(let operation): hasher.combine(operation.fingerprint)
    case .area(let operation): hasher.combine(operation.fingerprint)
    case .reduction(let operation): hasher.combine(operation.fingerprint)
    case .color(let conversion): hasher.combine(conversion)
    case .affine(let t, let sampling):
      for value in [t.a, t.b, t.c, t.d, t.tx, t.ty] { hasher.combine(value) }
      hasher.combine(sampling)
    case .crop: hasher.combine("crop")
    case .clamp: hasher.combine("clamp")
    case .intermediate: hasher.combine("intermediate")
    }
  }

  /// A short name for printing.
  package var label: String {
    switch self {
    case .source(let operation): return operation.fingerprint.name
    case .generator(let operation): return operation.fingerprint.name
    case .point(let operation): return operation.fingerprint.name
    case .blend(let operation): return operation.fingerprint.name
    case .sample(let operation): return operation.fingerprint.name
    case .area(let operation): return operation.fingerprint.name
    case .reduction(let operation): return operation.fingerprint.name
    case .color(let conversion): return conversion.label
    case .affine(let t, let sampling):
      return "affine [\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty)] \(sampling)"
    case .crop: return "crop"
    case .clamp: return "clamp to extent"
    case .intermediate: return "intermediate"
    }
  }
}

extension CGAffineTransform {
  /// Whether it only moves by whole pixels.
  package var isWholeTranslation: Bool { mapsPixelGridToItself && a == 1 && d == 1 }
}
