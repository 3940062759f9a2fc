internal import HeadroomGraphics
package import HeadroomPixels

extension RenderPlanner {
  /// Affine nodes of one sampling that follow each other, as one transform of the node below them. Sampling once
  /// instead of several times is sharper, so this is the meaning of such a run.
  struct AffineRun {
    var transform: Slot<CGAffineTransform>
    var sampling: Sampling
    /// Place of the node below.
    var base: Int
  }

  /// The run that ends with a transform of the node at a place.
  private mutating func affineRun(
    _ transform: Slot<CGAffineTransform>, _ sampling: Sampling, of place: Int
  ) -> AffineRun {
    guard let first = affineRuns[place], first.sampling == sampling else {
      return AffineRun(transform: transform, sampling: sampling, base: place)
    }
    return AffineRun(
      transform: graph.slots.transform(.concatenated(first.transform, transform)), sampling: sampling,
      base: first.base)
  }

  /// The cheapest exact form of a run of transforms that ends here.
  package mutating func affine(_ sampling: Sampling, _ entry: RecipeOrder.Entry, _ extent: Slot<PixelRect>) -> Picture {
    let place = pictures.count
    let own = graph.slots.transform(.node(place))
    let run = affineRun(own, sampling, of: entry.inputs[0])
    affineRuns[place] = run
    // A whole translation on top stays apart, so that a picture and its moved copy share the step below.
    if graph.slots.kind(of: own) == .wholeTranslation { return moved(pictures[entry.inputs[0]], by: own) }
    let input = pictures[run.base]
    switch graph.slots.kind(of: run.transform) {
    case .wholeTranslation: return moved(input, by: run.transform)
    case .pixelGrid:
      return load(step(.orthogonal(run.transform, input: step(of: input)), extent), of: entry.node)
    case .singular:
      let empty = graph.slots.rect(.empty)
      return picture(graph.mask(input.value, outside: empty), empty, .premultiplied)
    case .general:
      if run.sampling == .highQuality || run.sampling == .cubic, highQualityDownsample {
        let halvings = min(graph.slots.halvings(of: run.transform), mostHalvings(run.base))
        if halvings > 0 { return load(shrinking(run, halvings, extent), of: entry.node) }
      }
      return load(step(.affine(run.transform, run.sampling, input: step(of: input)), extent), of: entry.node)
    }
  }

  private mutating func moved(_ picture: Picture, by transform: Slot<CGAffineTransform>) -> Picture {
    let offset = graph.slots.translation(of: transform)
    var result = picture
    result.offset = graph.slots.sum(picture.offset, offset)
    result.extent = graph.slots.moved(picture.extent, by: offset)
    return result
  }

  /// Box halving until less than a factor of two is left, then the map, interpolated.
  private mutating func shrinking(_ run: AffineRun, _ halvings: Int, _ extent: Slot<PixelRect>) -> Int {
    let edges = repeatedRect(run.base)
    var index = step(of: pictures[run.base])
    var rect = edges ?? steps[index].extent
    var rest = run.transform
    for _ in 0..<halvings {
      rect = graph.slots.rect(edges == nil ? .halved(rect) : .halvedWithBorder(rect))
      index = step(.halving(input: index), rect)
      if edges != nil { index = step(of: repeatingEdges(of: index, rect)) }
      rest = graph.slots.transform(.doubled(rest))
    }
    return step(.affine(rest, run.sampling == .cubic ? .cubic : .linear, input: index), extent)
  }

  /// See ``BoxHalving/most(isInfinite:repeatsFinite:)``; the questions have the same answers for every recipe of the
  /// plan.
  private mutating func mostHalvings(_ place: Int) -> Int {
    let isInfinite = graph.slots.kind(of: graph.slots.rect(.extent(ofNode: place))) == .infinite
    return BoxHalving.most(isInfinite: isInfinite, repeatsFinite: isInfinite && repeatedRect(place) != nil)
  }

  /// The rectangle whose edges a picture repeats. The border of one pixel around it, halved, is repeated as the picture
  /// is: no more has to be halved.
  private mutating func repeatedRect(_ place: Int) -> Slot<PixelRect>? {
    let entry = bindings.order.entries[place]
    guard case .clamp = entry.node.kind else { return nil }
    let rect = pictures[entry.inputs[0]].extent
    return graph.slots.kind(of: rect) == .finite ? rect : nil
  }
}
