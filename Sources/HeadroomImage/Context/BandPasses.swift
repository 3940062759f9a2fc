internal import HeadroomEngine

/// How often a render by bands reads its sources, which are decoded each time.
package enum BandPasses {
  case one
  /// Base and alternate of a gain map, or a measurement before the render. Expensive pixels are computed each time.
  case several(isExpensive: Bool)

  /// The memory that sources and result may take before bands are chosen, where ``CIContextOption/memoryLimit`` is not lower.
  ///
  /// Computing twice costs 40 % more processor time (a blur of 24 megapixels); only decoding twice costs up to 15 % and
  /// a quarter more time on the clock, in a fifth of the memory (27 megapixels as PNG, HEIC and AVIF to a JPEG with a
  /// map). So photos of 12 megapixels are held, and expensive pictures of 24 megapixels and 16 bits.
  var usualLimit: Int {
    switch self {
    case .one: 64 << 20
    case .several(isExpensive: false): 128 << 20
    case .several(isExpensive: true): 384 << 20
    }
  }
}

extension RenderPlan {
  /// Whether more is computed for a pixel than its own numbers, or its source has to be developed.
  package var isExpensive: Bool {
    sources.contains(where: \.access.isExpensive)
      || steps.contains { step in
        switch step.kind {
        case .span, .orthogonal: false
        case .warp, .area, .processor, .reduction: true
        }
      }
  }
}
