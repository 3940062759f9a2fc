internal import HeadroomColor
package import HeadroomPixels

/// Turns recipes, a wanted region and destinations into a plan.
///
/// In the process, affine transforms are concatenated, whole translations and crops move into the loads, point
/// operations merge with the conversions before and behind them into one chain, matrices fold, inverse pairs and
/// identities vanish, equal values are computed once. Each node is looked at once, whatever the number of paths to it.
package struct RenderPlanner {
  var graph: ValueGraph
  var steps: [DraftStep] = []
  package let bindings: PlanBindings
  package let highQualityDownsample: Bool
  private let keepsSteps: Bool
  /// The nodes of the sources.
  package var sources: [Int] = []
  package var measurements: [DraftMeasurement] = []
  /// What has been made of the recipe's nodes, by place.
  package var pictures: [Picture] = []
  /// The run of transforms that ends at a node, by place.
  var affineRuns: [Int: AffineRun] = [:]

  private var stepsByPicture: [PictureKey: Int] = [:]
  /// For each node, whether a step or a measurement reads it besides others.
  private let isReadByStepToo: [Bool]

  /// Values deeper than this are cut by a separate step: a chain's registers stay in the cache, and walks over values
  /// may recurse.
  static let deepestChain = 64
  /// Larger values are not moved but stored and read from another place: every move copies all of a value, and a picture
  /// that is blended with itself in other places again and again would double each time.
  private static let largestMove = 64

  /// A node's picture as a chain, with what is known of its alpha.
  package struct Picture {
    /// The value that has the pixels, moved: the pixel at (x, y) is the value's at (x - dx, y - dy).
    package var value: Int
    package var offset: Slot<PixelOffset>
    package var extent: Slot<PixelRect>
    var alpha: ChainAlpha
  }

  enum ChainAlpha {
    case opaque, premultiplied, straight
    /// Divided by alpha where alpha is not 0; light with an alpha of 0 is unchanged.
    case straightOrEmissive
  }

  private struct PictureKey: Hashable {
    let value: Int
    let extent: Slot<PixelRect>
  }

  package static func plan(
    _ node: RecipeNode, region: PixelRect, workingSpace: WorkingSpace, destination: PlanDestination,
    highQualityDownsample: Bool = true
  ) -> RenderPlan {
    plan(
      [PlanOutput(node: node, region: region, destination: destination)], workingSpace: workingSpace,
      highQualityDownsample: highQualityDownsample)
  }

  /// One plan for several outputs: those over the same region share everything they have in common, others only the
  /// stored steps.
  ///
  /// - Parameters:
  ///   - storesHalf: whether intermediates are rounded to half precision; see ``RenderPlan/Step/isHalf``.
  ///   - cache: where plans of earlier renders are found, and this one is kept.
  ///   - keepsSteps: whether the plan may store what the next render can use again.
  ///   - isCut: whether it does so in front of the nodes that changed in earlier renders.
  package static func plan(
    _ outputs: [PlanOutput], workingSpace: WorkingSpace, highQualityDownsample: Bool = true, storesHalf: Bool = false,
    cache: PlanCache? = nil, keepsSteps: Bool = false, isCut: Bool = true
  ) -> RenderPlan {
    let order = RecipeOrder(outputs.map(\.node))
    var regions: [PixelRect] = []
    for output in outputs where !regions.contains(output.region) { regions.append(output.region) }
    let bindings = PlanBindings(order: order, regions: regions, space: workingSpace)
    let settings = PlanShape.Settings(
      destinations: outputs.map(\.destination), regions: outputs.map { regions.firstIndex(of: $0.region) ?? 0 },
      space: workingSpace, highQualityDownsample: highQualityDownsample,
      storesHalf: storesHalf)
    if let kept = cache?.plan(settings, bindings, isCut: keepsSteps && isCut) { return kept }
    let template = template(of: PlanShape(order, settings), bindings, keepsSteps: keepsSteps)
    cache?.keep(template, bindings)
    guard let plan = template.bound(to: bindings) else {
      preconditionFailure("a template serves the recipe that it was made of")
    }
    return plan
  }

  private static func template(
    of shape: PlanShape, _ bindings: PlanBindings, keepsSteps: Bool
  ) -> PlanTemplate {
    var planner = RenderPlanner(
      bindings, highQualityDownsample: shape.settings.highQualityDownsample, keepsSteps: keepsSteps)
    for entry in bindings.order.entries { planner.add(entry) }
    planner.graph.owner = bindings.order.entries.count
    let results = bindings.order.roots.indices.map { output in
      planner.numbers(
        of: planner.pictures[bindings.order.roots[output]], for: shape.settings.destinations[output],
        over: shape.settings.regions[output])
    }
    return planner.finished(results, shape)
  }

  private init(_ bindings: PlanBindings, highQualityDownsample: Bool, keepsSteps: Bool) {
    self.bindings = bindings
    self.keepsSteps = keepsSteps
    self.highQualityDownsample = highQualityDownsample
    graph = ValueGraph(slots: PlanSlots(bindings))
    isReadByStepToo = bindings.order.isReadByStepToo
  }

  package var space: WorkingSpace { bindings.space }

  // MARK: Nodes

  private mutating func add(_ entry: RecipeOrder.Entry) {
    let place = pictures.count
    graph.owner = place
    let picture = bounded(picture(of: entry))
    pictures.append(isReadByStepToo[place] ? shared(picture) : picture)
  }

  private mutating func picture(of entry: RecipeOrder.Entry) -> Picture {
    let node = entry.node
    let place = pictures.count
    let extent = graph.slots.rect(.extent(ofNode: place))
    switch node.kind {
    case .source(let source): return sourcePicture(source, place)
    case .point(let operation): return point(operation, entry, extent)
    case .color(let conversion): return conversionPicture(conversion, pictures[entry.inputs[0]], extent)
    case .crop:
      // A crop only sets the extent: readers of a chain stay inside its extent.
      var picture = pictures[entry.inputs[0]]
      picture.extent = extent
      return picture
    case .clamp: return clamped(pictures[entry.inputs[0]], isOpaque: node.isOpaque)
    case .affine(_, let sampling): return affine(sampling, entry, extent)
    case .warp(_, let sampling):
      let input = step(of: pictures[entry.inputs[0]])
      return load(step(.warp(node: place, sampling, input: input), extent), of: node)
    case .area: return load(step(.area(node: place, inputs: steps(of: entry)), extent), of: node)
    case .processor:
      let inputs = steps(of: entry)
      for input in inputs { readAsWhole(input) }
      return load(step(.processor(node: place, inputs: inputs), extent), of: node)
    case .reduction:
      let index = step(.reduction(node: place, input: step(of: pictures[entry.inputs[0]])), extent)
      // Small, and all of the picture was gone through for it.
      steps[index].isKept = keepsSteps
      return load(index, of: node)
    case .intermediate(let retention):
      let index = step(of: pictures[entry.inputs[0]])
      steps[index].isMaterialised = true
      if retention == .always || (retention == .context && keepsSteps) { steps[index].isKept = true }
      return load(index, of: node)
    }
  }

  private mutating func sourcePicture(_ source: any SourceOperation, _ place: Int) -> Picture {
    sources.append(place)
    let index = sources.count - 1
    let isExpanded = source.hasGainMap && source.encoding != nil
    let extent = graph.slots.rect(.bounds(ofSource: place))
    var value = load(isExpanded ? .expandedSource(index) : .source(index), extent)
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
    return picture(value, extent, alpha)
  }

  private mutating func load(_ origin: SpanInput.Origin, _ clip: Slot<PixelRect>) -> Int {
    graph.load(DraftInput(origin: origin, offset: graph.slots.zero(), clip: clip))
  }

  /// A picture that has not been moved.
  mutating func picture(_ value: Int, _ extent: Slot<PixelRect>, _ alpha: ChainAlpha) -> Picture {
    Picture(value: value, offset: graph.slots.zero(), extent: extent, alpha: alpha)
  }

  private mutating func clamped(_ picture: Picture, isOpaque: Bool) -> Picture {
    if graph.slots.kind(of: picture.extent) != .finite { return picture }
    // Colour changes over a plain load give the same result for a repeated pixel as for the pixel, so the clamp goes
    // below them.
    let inner = graph.slots.moved(picture.extent, by: picture.offset, factor: -1)
    if let value = graph.clampedLoad(picture.value, to: inner) {
      var clamped = picture
      clamped.value = value
      clamped.extent = graph.slots.rect(.infinite)
      return clamped
    }
    var repeated = repeatingEdges(of: step(of: picture), picture.extent)
    if isOpaque { repeated.alpha = .opaque }
    return repeated
  }

  /// A step's picture with its edges repeated.
  package mutating func repeatingEdges(of index: Int, _ rect: Slot<PixelRect>) -> Picture {
    let load = DraftInput(origin: .step(index), offset: graph.slots.zero(), clip: rect, edge: .clamp)
    return picture(graph.load(load), graph.slots.rect(.infinite), .premultiplied)
  }

  // MARK: Steps

  private mutating func steps(of entry: RecipeOrder.Entry) -> [Int] {
    entry.inputs.map { step(of: pictures[$0]) }
  }

  /// A picture that a step and others read, read from that step where its chain reads several expensive ones: otherwise
  /// each of those would have two readers, and would be stored in place of the one result.
  private mutating func shared(_ picture: Picture) -> Picture {
    guard readsSeveralExpensiveSteps(picture.value) else { return picture }
    return load(step(of: picture), alpha: picture.alpha == .opaque ? .opaque : .premultiplied)
  }

  private func readsSeveralExpensiveSteps(_ root: Int) -> Bool {
    var (seen, pending): (Set<Int>, [Int]) = ([root], [root])
    var first: Int?
    while let value = pending.popLast() {
      if case .load(let input) = graph.definitions[value], case .step(let index) = input.origin,
        steps[index].kind.isExpensive, !steps[index].isMaterialised
      {
        if let first, first != index { return true }
        first = index
      }
      for input in graph.definitions[value].inputs where seen.insert(input).inserted { pending.append(input) }
    }
    return false
  }

  /// The step that holds a picture, premultiplied.
  package mutating func step(of picture: Picture) -> Int { stepAsIs(premultiplied(picture)) }

  private mutating func stepAsIs(_ picture: Picture) -> Int {
    let value = value(of: picture, movedBy: picture.offset)
    if case .load(let input) = graph.definitions[value], case .step(let index) = input.origin,
      graph.slots.isZero(input.offset), input.edge == .transparent, graph.slots.covers(input.clip, steps[index].extent),
      graph.slots.covers(picture.extent, steps[index].extent)
    {
      return index
    }
    let key = PictureKey(value: value, extent: picture.extent)
    if let known = stepsByPicture[key] { return known }
    steps.append(DraftStep(kind: .value(value), extent: picture.extent, owner: graph.owner))
    stepsByPicture[key] = steps.count - 1
    return steps.count - 1
  }

  /// Has a step stored for a reader that needs all of it at once.
  mutating func readAsWhole(_ index: Int) {
    steps[index].isMaterialised = true
    steps[index].isReadAsWhole = true
  }

  mutating func step(_ kind: DraftStep.Kind, _ extent: Slot<PixelRect>) -> Int {
    steps.append(DraftStep(kind: kind, extent: extent, owner: graph.owner))
    return steps.count - 1
  }

  package mutating func load(_ index: Int, of node: RecipeNode) -> Picture {
    load(index, alpha: node.isOpaque ? .opaque : .premultiplied)
  }

  mutating func load(_ index: Int, alpha: ChainAlpha) -> Picture {
    let extent = steps[index].extent
    return picture(load(.step(index), extent), extent, alpha)
  }

  /// The picture, cut by a step where its chain has become too deep.
  private mutating func bounded(_ picture: Picture) -> Picture {
    guard graph.depths[picture.value] > Self.deepestChain else { return picture }
    return load(stepAsIs(picture), alpha: picture.alpha)
  }

  /// A picture's value where the picture lies, or moved by another offset than the picture's.
  private mutating func value(of picture: Picture, movedBy offset: Slot<PixelOffset>) -> Int {
    if graph.sizes[picture.value] <= Self.largestMove || graph.slots.isZero(offset) {
      return graph.moved(picture.value, by: offset)
    }
    var still = picture
    still.offset = graph.slots.zero()
    still.extent = graph.slots.moved(picture.extent, by: picture.offset, factor: -1)
    return graph.moved(load(stepAsIs(still), alpha: still.alpha).value, by: offset)
  }

  // MARK: Alpha

  package mutating func straightened(_ picture: Picture) -> Picture {
    guard picture.alpha == .premultiplied else { return picture }
    return changed(picture, [.unpremultiply], .straight)
  }

  mutating func straightenedKeepingEmission(_ picture: Picture) -> Picture {
    guard picture.alpha == .premultiplied else { return picture }
    return changed(picture, [.unpremultiplyKeepingEmission], .straightOrEmissive)
  }

  package mutating func premultiplied(_ picture: Picture) -> Picture {
    switch picture.alpha {
    case .opaque, .premultiplied: return picture
    case .straight: return changed(picture, [.premultiply], .premultiplied)
    case .straightOrEmissive: return changed(picture, [.premultiplyKeepingEmission], .premultiplied)
    }
  }

  mutating func changed(_ picture: Picture, _ stages: [ColorStage], _ alpha: ChainAlpha) -> Picture {
    var result = picture
    result.value = graph.stages(stages, of: picture.value)
    result.alpha = alpha
    return result
  }

  // MARK: Output

  /// The value of an output: a picture's numbers over one of the regions.
  private mutating func numbers(of picture: Picture, for destination: PlanDestination, over region: Int) -> Int {
    // Without alpha the colour is stored as it lies over black.
    let isAlphaApplied = destination.isOpaque
    var picture = isAlphaApplied ? premultiplied(picture) : picture
    if let encoding = destination.encoding, space.primaries != nil {
      if !isAlphaApplied { picture = straightenedKeepingEmission(picture) }
      var stages = ColorStages.encoding(encoding, from: space)
      if let stage = destination.gamutStage { stages.insert(stage, at: 1) }
      picture.value = graph.stages(stages, of: picture.value)
      // Numbers encoded by a curve are not light.
      if picture.alpha == .straightOrEmissive, encoding.transfer != .linear { picture.alpha = .straight }
    }
    if !isAlphaApplied {
      picture = destination.isPremultiplied ? premultiplied(picture) : straightenedKeepingEmission(picture)
    }
    return visible(picture, over: graph.slots.rect(.region(region)), movedBack: graph.slots.zero())
  }

  /// The picture's value in the coordinates of one that is moved by `offset`, as seen over `rect`: transparent outside the
  /// picture. Stages with a constant term leave colour there.
  package mutating func visible(_ picture: Picture, over rect: Slot<PixelRect>, movedBack offset: Slot<PixelOffset>)
    -> Int
  {
    let value = value(of: picture, movedBy: graph.slots.sum(picture.offset, offset, factor: -1))
    if graph.slots.covers(picture.extent, rect) { return value }
    return graph.mask(value, outside: graph.slots.moved(picture.extent, by: offset, factor: -1))
  }
}

extension RecipeOrder {
  /// For each node, whether a reader that needs its pixels, not its chain, reads it besides others. A measuring tone
  /// map counts as two readers: of the light, and of the pixels.
  fileprivate var isReadByStepToo: [Bool] {
    var readers = [Int](repeating: 0, count: entries.count)
    var byStep = [Bool](repeating: false, count: entries.count)
    for root in roots { readers[root] += 1 }
    for entry in entries {
      for input in entry.inputs {
        readers[input] += 1
        switch entry.node.kind {
        case .warp, .area, .processor, .reduction, .intermediate: byStep[input] = true
        case .color(let conversion) where conversion.isMeasured:
          readers[input] += 1
          byStep[input] = true
        default: break
        }
      }
    }
    return entries.indices.map { byStep[$0] && readers[$0] > 1 }
  }
}
