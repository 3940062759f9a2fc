public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomPixels

extension CIImage {
  /// The rectangle of another image of this recipe that is needed to render `rect` of this one; null when nothing of
  /// it is needed. When `image` is not part of the recipe, `rect` itself.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
    let order = RecipeOrder([node, image.node])
    guard let (root, place) = order.roots.first.flatMap({ root in order.roots.last.map { (root, $0) } }), place <= root,
      order.reaches(place, from: root)
    else { return rect }
    let needed = order.region(of: place, for: PixelRect(enclosing: rect), of: root)
    return needed.isEmpty ? .null : needed.cgRect
  }
}

extension RecipeOrder {
  /// Whether a node is part of another's recipe.
  fileprivate func reaches(_ place: Int, from root: Int) -> Bool {
    var isReached = [Bool](repeating: false, count: entries.count)
    isReached[root] = true
    for index in (0...root).reversed() where isReached[index] {
      for input in entries[index].inputs { isReached[input] = true }
    }
    return isReached[place]
  }

  /// The union of the regions of a node that are needed along all paths from the root.
  fileprivate func region(of place: Int, for rect: PixelRect, of root: Int) -> PixelRect {
    neededRegions(for: rect, of: root)[place]
  }

  /// The region of each node that is needed to render a rectangle of a node, by default the last.
  package func neededRegions(for rect: PixelRect, of root: Int? = nil) -> [PixelRect] {
    var needed = [PixelRect](repeating: .empty, count: entries.count)
    let root = root ?? entries.count - 1
    needed[root] = rect
    for index in (0...root).reversed() where !needed[index].isEmpty {
      let node = entries[index].node
      needed[index] = needed[index].intersection(PixelRect(enclosing: node.extent))
      for (order, input) in entries[index].inputs.enumerated() where !needed[index].isEmpty {
        needed[input] = needed[input].union(node.inputRegion(for: needed[index], ofInput: order))
      }
    }
    return needed
  }
}

extension RecipeNode {
  /// The rectangle of an input that computing a rectangle of this node reads.
  package func inputRegion(for rect: PixelRect, ofInput index: Int) -> PixelRect {
    switch kind {
    case .source, .color, .crop, .intermediate: return rect
    case .point(let operation):
      return index < inputs.count - operation.parameterCount ? rect : PixelRect(enclosing: inputs[index].extent)
    case .clamp: return rect.clamped(into: PixelRect(enclosing: inputs[0].extent))
    case .affine(let transform, let sampling):
      guard let map = AffineMap(transform) else { return .empty }
      let region = map.region(for: rect)
      return transform.mapsPixelGridToItself ? region : region.expanded(dx: sampling.margin, dy: sampling.margin)
    case .warp(let operation, let sampling):
      return operation.region(for: rect).expanded(dx: sampling.margin, dy: sampling.margin)
    case .area(let operation): return operation.region(for: rect, ofInput: index)
    case .processor(let operation):
      return operation.region(for: operation.computesParts ? rect : PixelRect(enclosing: extent), ofInput: index)
    case .reduction(let operation): return operation.region
    }
  }
}
