internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Turns recipes, a wanted region and destinations into a plan.
///
/// On the way: affine transforms are concatenated, whole translations and crops move into the loads, point operations
/// merge with the conversions before and behind them into one chain, matrices fold, inverse pairs and identities vanish,
/// equal values are computed once. Each node is looked at once, whatever the number of paths to it.
package struct RenderPlanner {
  var graph = ValueGraph()
  var steps: [DraftStep] = []
  let space: WorkingSpace
  /// The region of the render; infinite pictures are measured there.
  let region: PixelRect
  let highQualityDownsample: Bool
  var sources: [any SourceOperation] = []
  var measurements: [RenderPlan.Measurement] = []
  /// What has been made of the recipe's nodes, by place.
  var pictures: [Picture] = []
  /// The run of transforms that ends at a node, by place.
  var affineRuns: [Int: AffineRun] = [:]

  private var sourcesByPrint: [Fingerprint: Int] = [:]
  private var stepsByPicture: [PictureKey: Int] = [:]

  /// Values deeper than this are cut by a step of their own: a chain's registers stay in the cache, and walks over values
  /// may recurse.
  static let deepestChain = 64

  /// A node's picture as a chain, with what is known of its alpha.
  struct Picture {
    /// The value that has the pixels, moved by (dx, dy): the pixel at (x, y) is the value's at (x - dx, y - dy).
    var value: Int
    var dx = 0
    var dy = 0
    var extent: PixelRect
    var alpha: ChainAlpha

    func moved(dx: Int, dy: Int) -> Picture {
      Picture(
        value: value, dx: self.dx + dx, dy: self.dy + dy, extent: extent.offset(dx: dx, dy: dy), alpha: alpha)
    }
  }

  enum ChainAlpha {
    case opaque, premultiplied, straight
    /// Divided by alpha where there is any; light without alpha is as it was.
    case straightOrLight
  }

  /// A step before its chain has been flattened.
  struct DraftStep {
    enum Kind {
      case span(value: Int)
      case other(RenderPlan.StepKind)
    }

    var kind: Kind
    var extent: PixelRect
    var isMaterialised = false
  }

  private struct PictureKey: Hashable {
    let value: Int
    let extent: PixelRect
  }

  package static func plan(
    _ node: RecipeNode, region: PixelRect, workingSpace: WorkingSpace, destination: PlanDestination,
    highQualityDownsample: Bool = true
  ) -> RenderPlan {
    plan(
      [(node, destination)], region: region, workingSpace: workingSpace,
      highQualityDownsample: highQualityDownsample)
  }

  /// One plan for several outputs over one region: what they have in common is computed once.
  package static func plan(
    _ outputs: [(node: RecipeNode, destination: PlanDestination)], region: PixelRect, workingSpace: WorkingSpace,
    highQualityDownsample: Bool = true
  ) -> RenderPlan {
    var planner = RenderPlanner(space: workingSpace, region: region, highQualityDownsample: highQualityDownsample)
    let order = RecipeOrder(outputs.map(\.node))
    for entry in order.entries { planner.add(entry) }
    let results = zip(order.roots, outputs).map { planner.numbers(of: planner.pictures[$0], for: $1.destination) }
    var plan = RenderPlan(region: region, workingSpace: workingSpace, destinations: outputs.map(\.destination))
    planner.finish(results, &plan)
    IntermediateChooser.choose(in: &plan)
    return plan
  }

  private init(space: WorkingSpace, region: PixelRect, highQualityDownsample: Bool) {
    self.space = space
    self.region = region
    self.highQualityDownsample = highQualityDownsample
  }

  // MARK: Nodes

  private mutating func add(_ entry: RecipeOrder.Entry) { pictures.append(bounded(picture(of: entry))) }

  private mutating func picture(of entry: RecipeOrder.Entry) -> Picture {
    let node = entry.node
    let extent = PixelRect(enclosing: node.extent)
    switch node.kind {
    case .source(let source): return sourcePicture(source)
    case .point(let operation): return point(operation, entry, extent)
    case .color(let conversion): return conversionPicture(conversion, pictures[entry.inputs[0]], extent)
    case .crop:
      // The extent is all there is to a crop: whoever reads a chain keeps inside its extent.
      var picture = pictures[entry.inputs[0]]
      picture.extent = extent
      return picture
    case .clamp: return clamped(pictures[entry.inputs[0]], isOpaque: node.isOpaque)
    case .affine(let transform, let sampling): return affine(transform, sampling, entry, extent)
    case .warp(let operation, let sampling):
      return load(step(.warp(operation, sampling, input: step(of: pictures[entry.inputs[0]])), extent), of: node)
    case .area(let operation): return load(step(.area(operation, inputs: steps(of: entry)), extent), of: node)
    case .processor(let operation):
      let inputs = steps(of: entry)
      for input in inputs { steps[input].isMaterialised = true }
      return load(step(.processor(operation, inputs: inputs), extent), of: node)
    case .reduction(let operation):
      return load(step(.reduction(operation, input: step(of: pictures[entry.inputs[0]])), extent), of: node)
    case .intermediate:
      let index = step(of: pictures[entry.inputs[0]])
      steps[index].isMaterialised = true
      return load(index, of: node)
    }
  }

  private mutating func sourcePicture(_ source: any SourceOperation) -> Picture {
    let index = number(of: source)
    let extent = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
    let isExpanded = source.hasGainMap && source.encoding != nil
    let origin = isExpanded ? SpanInput.Origin.expandedSource(index) : .source(index)
    var value = graph.load(SpanInput(origin: origin, clip: extent))
    var alpha: ChainAlpha
    switch source.alpha {
    case .opaque: alpha = .opaque
    case .straight: alpha = .straight
    case .premultiplied:
      // Curves need straight numbers; without colour management none are applied.
      alpha = .premultiplied
      if source.encoding != nil, !source.keepsPremultipliedLight {
        value = graph.stage(.unpremultiply, of: value)
        alpha = .straight
      }
    }
    if let encoding = source.encoding, let primaries = space.primaries {
      let linear = isExpanded ? [] : ColorStages.linearizing(encoding)
      let toWorking = ColorStage.matrix(ColorMatrix(encoding.primaries.matrix(to: primaries)))
      value = graph.stages(linear + [toWorking], of: value)
    }
    return Picture(value: value, extent: extent, alpha: alpha)
  }

  private mutating func number(of source: any SourceOperation) -> Int {
    let print = source.fingerprint
    if let known = sourcesByPrint[print] { return known }
    sources.append(source)
    sourcesByPrint[print] = sources.count - 1
    return sources.count - 1
  }

  private mutating func clamped(_ picture: Picture, isOpaque: Bool) -> Picture {
    if picture.extent.isInfinite || picture.extent.isEmpty { return picture }
    // Changes of colour over a plain load give the same for a repeated pixel as for the pixel: clamp below them.
    let inner = picture.extent.offset(dx: -picture.dx, dy: -picture.dy)
    if let value = graph.clampedLoad(picture.value, to: inner) {
      var clamped = picture
      clamped.value = value
      clamped.extent = .infinite
      return clamped
    }
    var load = SpanInput(origin: .step(step(of: picture)), clip: picture.extent)
    load.edge = .clamp
    return Picture(value: graph.load(load), extent: .infinite, alpha: isOpaque ? .opaque : .premultiplied)
  }

  // MARK: Steps

  private mutating func steps(of entry: RecipeOrder.Entry) -> [Int] {
    entry.inputs.map { step(of: pictures[$0]) }
  }

  /// The step that holds a picture, premultiplied.
  mutating func step(of picture: Picture) -> Int { stepAsIs(premultiplied(picture)) }

  private mutating func stepAsIs(_ picture: Picture) -> Int {
    let value = graph.moved(picture.value, dx: picture.dx, dy: picture.dy)
    if case .load(let input) = graph.definitions[value], case .step(let index) = input.origin,
      input.dx == 0, input.dy == 0, input.edge == .transparent, input.clip.contains(steps[index].extent)
    {
      return index
    }
    let key = PictureKey(value: value, extent: picture.extent)
    if let known = stepsByPicture[key] { return known }
    steps.append(DraftStep(kind: .span(value: value), extent: picture.extent))
    stepsByPicture[key] = steps.count - 1
    return steps.count - 1
  }

  mutating func step(_ kind: RenderPlan.StepKind, _ extent: PixelRect) -> Int {
    steps.append(DraftStep(kind: .other(kind), extent: extent))
    return steps.count - 1
  }

  mutating func load(_ index: Int, of node: RecipeNode) -> Picture {
    load(index, alpha: node.isOpaque ? .opaque : .premultiplied)
  }

  mutating func load(_ index: Int, alpha: ChainAlpha) -> Picture {
    let extent = steps[index].extent
    return Picture(
      value: graph.load(SpanInput(origin: .step(index), clip: extent)), extent: extent, alpha: alpha)
  }

  /// The picture, by way of a step where its chain has become too deep.
  private mutating func bounded(_ picture: Picture) -> Picture {
    guard graph.depths[picture.value] > Self.deepestChain else { return picture }
    return load(stepAsIs(picture), alpha: picture.alpha)
  }

  // MARK: Alpha

  mutating func straightened(_ picture: Picture) -> Picture {
    guard picture.alpha == .premultiplied else { return picture }
    return changed(picture, [.unpremultiply], .straight)
  }

  mutating func straightenedKeepingLight(_ picture: Picture) -> Picture {
    guard picture.alpha == .premultiplied else { return picture }
    return changed(picture, [.unpremultiplyKeepingLight], .straightOrLight)
  }

  mutating func premultiplied(_ picture: Picture) -> Picture {
    switch picture.alpha {
    case .opaque, .premultiplied: return picture
    case .straight: return changed(picture, [.premultiply], .premultiplied)
    case .straightOrLight: return changed(picture, [.premultiplyKeepingLight], .premultiplied)
    }
  }

  mutating func changed(_ picture: Picture, _ stages: [ColorStage], _ alpha: ChainAlpha) -> Picture {
    var result = picture
    result.value = graph.stages(stages, of: picture.value)
    result.alpha = alpha
    return result
  }

  // MARK: Output

  /// The value of an output: a picture's numbers over the region.
  private mutating func numbers(of picture: Picture, for destination: PlanDestination) -> Int {
    // Without alpha the colour is stored as it lies over black.
    let isAlphaApplied = destination.isOpaque
    var picture = isAlphaApplied ? premultiplied(picture) : picture
    if let encoding = destination.encoding, space.primaries != nil {
      if !isAlphaApplied { picture = straightenedKeepingLight(picture) }
      var stages = ColorStages.encoding(encoding, from: space)
      if let peak = destination.gamutPeak, encoding.model == .rgb {
        stages.insert(.project(weights: encoding.primaries.luminanceWeights, peak: peak), at: 1)
      }
      picture.value = graph.stages(stages, of: picture.value)
      // Numbers of a curve are no light.
      if picture.alpha == .straightOrLight, encoding.transfer != .linear { picture.alpha = .straight }
    }
    if !isAlphaApplied {
      picture = destination.isPremultiplied ? premultiplied(picture) : straightenedKeepingLight(picture)
    }
    return visible(picture, over: region, dx: 0, dy: 0)
  }

  /// The picture's value in the coordinates of one that is moved by (dx, dy), as seen over `rect`: transparent outside the
  /// picture. Stages with a constant term leave colour there.
  mutating func visible(_ picture: Picture, over rect: PixelRect, dx: Int, dy: Int) -> Int {
    let value = graph.moved(picture.value, dx: picture.dx - dx, dy: picture.dy - dy)
    if picture.extent.contains(rect) { return value }
    return graph.mask(value, outside: picture.extent.offset(dx: -dx, dy: -dy))
  }
}
