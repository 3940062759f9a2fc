import HeadroomColor

/// A fused chain while it is planned: a tree over inputs that share one pixel grid.
indirect enum SpanExpression {
  case load(SpanInput)
  case generate(any GeneratorOperation, dx: Int, dy: Int)
  case stage(SpanExpression, ColorStage)
  case blend(any BlendOperation, SpanExpression, SpanExpression)
  /// Transparent outside the rectangle.
  case mask(SpanExpression, PixelRect)

  /// The same picture moved by whole pixels.
  func moved(dx: Int, dy: Int) -> SpanExpression {
    if dx == 0, dy == 0 { return self }
    switch self {
    case .load(let input): return .load(input.moved(dx: dx, dy: dy))
    case .generate(let operation, let ox, let oy): return .generate(operation, dx: ox + dx, dy: oy + dy)
    case .stage(let inner, let stage): return .stage(inner.moved(dx: dx, dy: dy), stage)
    case .blend(let operation, let source, let background):
      return .blend(operation, source.moved(dx: dx, dy: dy), background.moved(dx: dx, dy: dy))
    case .mask(let inner, let rect): return .mask(inner.moved(dx: dx, dy: dy), rect.offset(dx: dx, dy: dy))
    }
  }

  /// The chain with its one load repeating the edge of `rect`; nil when the chain is not stages over one load.
  func clampedLoad(to rect: PixelRect) -> SpanExpression? {
    switch self {
    case .load(var input):
      guard input.edge == .transparent else { return nil }
      input.clip = input.clip.intersection(rect)
      input.edge = .clamp
      return .load(input)
    case .stage(let inner, let stage): return inner.clampedLoad(to: rect).map { .stage($0, stage) }
    case .generate, .blend, .mask: return nil
    }
  }
}

extension RenderPlanner.Lowered {
  /// The chain as seen over `rect`: transparent outside the picture. Stages with a constant term leave colour there.
  func bounded(in rect: PixelRect) -> SpanExpression {
    extent.contains(rect) ? expression : .mask(expression, extent)
  }

  /// The same picture moved by whole pixels.
  func moved(dx: Int, dy: Int) -> Self {
    Self(expression: expression.moved(dx: dx, dy: dy), extent: extent.offset(dx: dx, dy: dy), alpha: alpha)
  }
}

/// Where rows of a chain come from.
struct SpanInput: Sendable {
  enum Origin: Sendable {
    /// A source's numbers, by index into the plan's sources.
    case source(Int)
    /// A source's linear light in its own primaries, expanded by its gain map.
    case expandedSource(Int)
    /// The tile of another step, by index into the plan's steps.
    case step(Int)
  }

  enum Edge: Sendable {
    case transparent
    /// The nearest pixel of the clip rectangle is repeated.
    case clamp
  }

  var origin: Origin
  /// Added to the origin's coordinates.
  var dx = 0
  var dy = 0
  /// Pixels outside (in the chain's coordinates) are transparent, or repeat the edge.
  var clip: PixelRect
  var edge = Edge.transparent

  func moved(dx: Int, dy: Int) -> SpanInput {
    var result = self
    result.dx += dx
    result.dy += dy
    result.clip = clip.offset(dx: dx, dy: dy)
    return result
  }

  /// The rectangle of the origin that a rectangle of the chain needs.
  func region(for rect: PixelRect) -> PixelRect {
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
