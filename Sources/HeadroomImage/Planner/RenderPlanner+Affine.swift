import Foundation
import HeadroomGraphics

extension RenderPlanner {
  /// Affine nodes of one sampling that follow each other, as one transform of the node below them. Sampling once instead of
  /// several times is sharper, so it is what such a run means.
  struct AffineRun {
    var transform: CGAffineTransform
    var sampling: Sampling
    /// Place of the node below.
    var base: Int
  }

  /// The run that ends with a transform of the node at a place.
  private func affineRun(_ transform: CGAffineTransform, _ sampling: Sampling, of place: Int) -> AffineRun {
    guard let first = affineRuns[place], first.sampling == sampling else {
      return AffineRun(transform: transform, sampling: sampling, base: place)
    }
    return AffineRun(
      transform: first.transform.concatenating(transform), sampling: sampling, base: first.base)
  }

  /// The cheapest exact form of a run of transforms that ends here.
  mutating func affine(
    _ own: CGAffineTransform, _ sampling: Sampling, _ entry: RecipeOrder.Entry, _ extent: PixelRect
  ) -> Picture {
    let run = affineRun(own, sampling, of: entry.inputs[0])
    affineRuns[pictures.count] = run
    // A whole translation on top stays apart, so that a picture and its moved copy share the step below.
    if own.isWholeTranslation {
      return pictures[entry.inputs[0]].moved(dx: Int(own.tx), dy: Int(own.ty))
    }
    let (transform, input) = (run.transform, pictures[run.base])
    if transform.isWholeTranslation { return input.moved(dx: Int(transform.tx), dy: Int(transform.ty)) }
    if transform.mapsPixelGridToItself {
      return load(step(.orthogonal(transform, input: step(of: input)), extent), of: entry.node)
    }
    guard let map = AffineMap(transform) else {
      // A transform that flattens the picture leaves nothing to see.
      let nothing = graph.mask(input.value, outside: .empty)
      return Picture(value: nothing, extent: .empty, alpha: .premultiplied)
    }
    if run.sampling == .highQuality, highQualityDownsample, map.halvings > 0 {
      return load(shrinking(run, map, extent), of: entry.node)
    }
    return load(step(.warp(map, run.sampling, input: step(of: input)), extent), of: entry.node)
  }

  /// Box halving until less than a factor of two is left, then the bilinear map.
  private mutating func shrinking(_ run: AffineRun, _ map: AffineMap, _ extent: PixelRect) -> Int {
    var index = step(of: pictures[run.base])
    var rest = run.transform
    for _ in 0..<map.halvings {
      index = step(.area(BoxHalving(), inputs: [index]), steps[index].extent.halved)
      rest = CGAffineTransform(scaleX: 2, y: 2).concatenating(rest)
    }
    return step(.warp(AffineMap(rest) ?? map, .linear, input: index), extent)
  }
}
