package import HeadroomPixels

/// Where rows of a chain come from.
package struct SpanInput: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// A source's numbers, by index into the plan's sources.
    case source(Int)
    /// A source's linear light in its own primaries, expanded by its gain map.
    case expandedSource(Int)
    /// The picture of another step, by index into the plan's steps.
    case step(Int)
  }

  package enum Edge: Hashable, Sendable {
    case transparent
    /// The nearest pixel of the clip rectangle is repeated.
    case clamp
  }

  package var origin: Origin
  /// Added to the origin's coordinates.
  package var dx = 0
  package var dy = 0
  /// Pixels outside (in the chain's coordinates) are transparent, or repeat the edge.
  package var clip: PixelRect
  package var edge = Edge.transparent

  /// The rectangle of the origin that a rectangle of the chain needs.
  package func region(for rect: PixelRect) -> PixelRect {
    let wanted: PixelRect
    switch edge {
    case .transparent: wanted = rect.intersection(clip)
    case .clamp: wanted = rect.clamped(into: clip)
    }
    return wanted.offset(dx: -dx, dy: -dy)
  }
}

extension PixelRect {
  /// The pixels of `bounds` that a rectangle reaches when outside positions are moved to the nearest pixel inside.
  package func clamped(into bounds: PixelRect) -> PixelRect {
    guard !isEmpty, !bounds.isEmpty else { return .empty }
    func position(_ value: Int, _ low: Int, _ high: Int) -> Int { Swift.min(Swift.max(value, low), high) }
    let x0 = position(minX, bounds.minX, bounds.maxX - 1)
    let y0 = position(minY, bounds.minY, bounds.maxY - 1)
    let x1 = position(maxX - 1, bounds.minX, bounds.maxX - 1)
    let y1 = position(maxY - 1, bounds.minY, bounds.maxY - 1)
    return PixelRect(minX: x0, minY: y0, maxX: x1 + 1, maxY: y1 + 1)
  }
}
