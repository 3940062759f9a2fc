import Foundation
import HeadroomGraphics

extension RenderPlanner {
  /// Concatenates a run of affine nodes and picks the cheapest exact form.
  mutating func lowerAffine(_ node: RecipeNode) -> Lowered {
    // A whole translation on top stays apart, so that a picture and its moved copy share the step below.
    if case .affine(let own, _) = node.kind, own.isWholeTranslation {
      return lower(node.inputs[0]).moved(dx: Int(own.tx), dy: Int(own.ty))
    }
    let (transform, sampling, input) = node.concatenatedAffine
    if transform.isWholeTranslation {
      return lower(input).moved(dx: Int(transform.tx), dy: Int(transform.ty))
    }
    let extent = PixelRect(enclosing: node.extent)
    if transform.mapsPixelGridToItself {
      return addStep(node, .orthogonal(transform, input: step(of: input)), extent)
    }
    guard let map = AffineMap(transform) else {
      // A transform that flattens the picture leaves nothing to see.
      return Lowered(
        expression: .mask(.load(SpanInput(origin: .step(step(of: input)), clip: .empty)), .empty),
        extent: .empty, alpha: .premultiplied)
    }
    if sampling == .highQuality, highQualityDownsample, map.halvings > 0 {
      return lowerShrinking(node, transform, input, map, extent)
    }
    return addStep(node, .sample(map, sampling, input: step(of: input)), extent)
  }

  /// Box halving until less than a factor of two is left, then the bilinear map.
  private mutating func lowerShrinking(
    _ node: RecipeNode, _ transform: CGAffineTransform, _ input: RecipeNode, _ map: AffineMap, _ extent: PixelRect
  ) -> Lowered {
    var index = step(of: input)
    var rest = transform
    for _ in 0..<map.halvings {
      let halved = plan.steps[index].extent.halved
      plan.steps.append(RenderPlan.Step(kind: .area(BoxHalving(), input: index), extent: halved))
      index = plan.steps.count - 1
      rest = CGAffineTransform(scaleX: 2, y: 2).concatenating(rest)
    }
    guard let restMap = AffineMap(rest) else { return addStep(node, .sample(map, .linear, input: index), extent) }
    return addStep(node, .sample(restMap, .linear, input: index), extent)
  }
}

extension RecipeNode {
  /// A run of affine nodes of one sampling as one transform, and the node below. Sampling once instead of several
  /// times is sharper, so it is what such a run means.
  var concatenatedAffine: (transform: CGAffineTransform, sampling: Sampling, input: RecipeNode) {
    guard case .affine(var transform, let sampling) = kind else { return (.identity, .linear, self) }
    var input = inputs[0]
    while case .affine(let first, sampling) = input.kind {
      transform = first.concatenating(transform)
      input = input.inputs[0]
    }
    return (transform, sampling, input)
  }
}

extension PixelRect {
  /// The rectangle at half size, rounded outwards.
  var halved: PixelRect {
    func down(_ value: Int) -> Int { abs(value) >= Self.limit ? value : value >> 1 }
    func up(_ value: Int) -> Int { abs(value) >= Self.limit ? value : (value + 1) >> 1 }
    return PixelRect(minX: down(minX), minY: down(minY), maxX: up(maxX), maxY: up(maxY))
  }
}
