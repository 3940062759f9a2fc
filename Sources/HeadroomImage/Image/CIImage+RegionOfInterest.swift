public import Foundation
internal import HeadroomGraphics

extension CIImage {
  /// The rectangle of another image of this recipe that is needed to render `rect` of this one; null when nothing of
  /// it is needed. When `image` is not part of the recipe, `rect` itself.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
    guard node.contains(image.node) else { return rect }
    let needed = node.regionNeeded(of: image.node, for: PixelRect(enclosing: rect))
    return needed.isEmpty ? .null : needed.cgRect
  }
}

extension RecipeNode {
  fileprivate func contains(_ other: RecipeNode) -> Bool {
    self === other || inputs.contains { $0.contains(other) }
  }

  /// The union over all paths from this node down to `other`.
  fileprivate func regionNeeded(of other: RecipeNode, for rect: PixelRect) -> PixelRect {
    let inside = rect.intersection(PixelRect(enclosing: extent))
    if self === other { return inside }
    if inside.isEmpty { return .empty }
    return inputs.enumerated().reduce(.empty) { needed, input in
      needed.union(input.element.regionNeeded(of: other, for: inputRegion(for: inside)))
    }
  }

  private func inputRegion(for rect: PixelRect) -> PixelRect {
    switch kind {
    case .source, .generator, .point, .color, .blend, .crop, .intermediate: return rect
    case .clamp: return rect.clamped(into: PixelRect(enclosing: inputs[0].extent))
    case .affine(let transform, let sampling):
      guard let map = AffineMap(transform) else { return .empty }
      let region = map.region(for: rect)
      return transform.mapsPixelGridToItself ? region : region.expanded(dx: sampling.margin, dy: sampling.margin)
    case .sample(let operation): return operation.region(for: rect).expanded(dx: 2, dy: 2)
    case .area(let operation): return operation.region(for: rect)
    case .reduction(let operation): return operation.region
    }
  }
}
