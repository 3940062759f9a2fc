internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Turns a recipe, a wanted region and a destination into a plan.
///
/// On the way: affine transforms are concatenated, whole translations and crops move into the loads, point chains
/// merge with the conversions before and behind them into one stage list, matrices fold, inverse pairs and identities
/// vanish, equal subtrees become one step.
package struct RenderPlanner {
  /// A recipe deeper than this is refused: planning recurses.
  package static let maximumDepth = 4000

  var plan: RenderPlan
  var space: WorkingSpace { plan.workingSpace }
  let highQualityDownsample: Bool
  private var loweredNodes: [ObjectIdentifier: Lowered] = [:]
  private var stepsByHash: [Int: Int] = [:]
  private var sourcesByPrint: [Fingerprint: Int] = [:]

  /// A node's picture as a chain, with what is known of its alpha.
  struct Lowered {
    var expression: SpanExpression
    var extent: PixelRect
    var alpha: ChainAlpha
  }

  enum ChainAlpha {
    case opaque, premultiplied, straight
    /// Divided by alpha where there is any; light without alpha is as it was.
    case straightOrLight
  }

  package static func plan(
    _ node: RecipeNode, region: PixelRect, workingSpace: WorkingSpace, destination: PlanDestination,
    highQualityDownsample: Bool = true
  ) throws(RenderError) -> RenderPlan {
    guard node.depth <= maximumDepth else { throw .recipeTooDeep(depth: node.depth, limit: maximumDepth) }
    let empty = RenderPlan(region: region, workingSpace: workingSpace, destination: destination)
    let planner = RenderPlanner(plan: empty, highQualityDownsample: highQualityDownsample)
    // Planning recurses once per node.
    return node.depth > 100 ? DeepStack.run { planner.planned(node) } : planner.planned(node)
  }

  private func planned(_ node: RecipeNode) -> RenderPlan {
    var planner = self
    planner.finish(planner.lower(node))
    IntermediateChooser.choose(in: &planner.plan)
    return planner.plan
  }

  private init(plan: RenderPlan, highQualityDownsample: Bool) {
    self.plan = plan
    self.highQualityDownsample = highQualityDownsample
  }

  // MARK: Lowering

  mutating func lower(_ node: RecipeNode) -> Lowered {
    if let known = loweredNodes[ObjectIdentifier(node)] { return known }
    let lowered = lowerFresh(node)
    loweredNodes[ObjectIdentifier(node)] = lowered
    return lowered
  }

  private mutating func lowerFresh(_ node: RecipeNode) -> Lowered {
    let extent = PixelRect(enclosing: node.extent)
    switch node.kind {
    case .source(let source): return lowerSource(source)
    case .generator(let operation):
      return Lowered(
        expression: .generate(operation, dx: 0, dy: 0), extent: extent, alpha: node.isOpaque ? .opaque : .premultiplied)
    case .point(let operation): return lowerPoint(operation, node.inputs[0])
    case .color(let conversion): return lowerConversion(conversion, node.inputs[0], extent)
    case .blend(let operation):
      let top = premultiplied(lower(node.inputs[0]))
      let bottom = premultiplied(lower(node.inputs[1]))
      return Lowered(
        expression: .blend(operation, top.bounded(in: extent), bottom.bounded(in: extent)), extent: extent,
        alpha: node.isOpaque ? .opaque : .premultiplied)
    case .crop:
      // The extent is all there is to a crop: whoever reads a chain keeps inside its extent.
      var lowered = lower(node.inputs[0])
      lowered.extent = extent
      return lowered
    case .clamp: return lowerClamp(node.inputs[0], extent)
    case .affine: return lowerAffine(node)
    case .sample(let operation):
      return addStep(node, .sample(operation, .linear, input: step(of: node.inputs[0])), extent)
    case .area(let operation): return addStep(node, .area(operation, input: step(of: node.inputs[0])), extent)
    case .reduction(let operation):
      return addStep(node, .reduction(operation, input: step(of: node.inputs[0])), extent)
    case .intermediate:
      let index = step(of: node.inputs[0])
      plan.steps[index].isMaterialised = true
      return load(index, alpha: node.isOpaque ? .opaque : .premultiplied)
    }
  }

  private mutating func lowerSource(_ source: any SourceOperation) -> Lowered {
    let index = addSource(source)
    let extent = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
    let isExpanded = source.hasGainMap && source.encoding != nil
    let origin = isExpanded ? SpanInput.Origin.expandedSource(index) : .source(index)
    var expression = SpanExpression.load(SpanInput(origin: origin, clip: extent))
    var alpha: ChainAlpha
    switch source.alpha {
    case .opaque: alpha = .opaque
    case .straight: alpha = .straight
    case .premultiplied:
      // Curves need straight numbers; without colour management none are applied.
      alpha = .premultiplied
      if source.encoding != nil, !source.keepsPremultipliedLight {
        expression = .stage(expression, .unpremultiply)
        alpha = .straight
      }
    }
    if let encoding = source.encoding, let primaries = space.primaries {
      let linear = isExpanded ? [] : ColorStages.linearizing(encoding)
      let toWorking = ColorStage.matrix(ColorMatrix(encoding.primaries.matrix(to: primaries)))
      expression = (linear + [toWorking]).reduce(expression) { .stage($0, $1) }
    }
    return Lowered(expression: expression, extent: extent, alpha: alpha)
  }

  private mutating func addSource(_ source: any SourceOperation) -> Int {
    if let known = sourcesByPrint[source.fingerprint] { return known }
    plan.sources.append(source)
    sourcesByPrint[source.fingerprint] = plan.sources.count - 1
    return plan.sources.count - 1
  }

  private mutating func lowerPoint(_ operation: any PointOperation, _ input: RecipeNode) -> Lowered {
    var lowered = lower(input)
    let matrix = operation.colorMatrix(in: space)
    switch matrix.map({ $0.isHomogeneous ? .any : AlphaRule.straight }) ?? operation.alphaRule {
    case .straight: lowered = straightened(lowered)
    case .premultiplied: lowered = premultiplied(lowered)
    case .any: if lowered.alpha == .straightOrLight, matrix == nil { lowered = premultiplied(lowered) }
    }
    lowered.expression = .stage(lowered.expression, matrix.map { .matrix($0) } ?? .kernel(operation))
    if lowered.alpha == .straightOrLight, matrix?.isHomogeneous != true { lowered.alpha = .straight }
    if lowered.alpha == .opaque, matrix.map({ !$0.leavesAlphaAlone }) ?? !operation.isOpaque([true]) {
      lowered.alpha = .straight
    }
    return lowered
  }

  private mutating func lowerConversion(
    _ conversion: ColorConversion, _ input: RecipeNode, _ extent: PixelRect
  ) -> Lowered {
    var lowered = lower(input)
    if case .alphaOne = conversion {
      // What becomes opaque outside the picture has to be black there.
      lowered.expression = lowered.bounded(in: extent)
      lowered.extent = extent
    }
    switch conversion {
    // These two change numbers and leave the tags alone: the chain's alpha state does not follow them.
    case .premultiply, .unpremultiply: lowered = premultiplied(lowered)
    case .toneMap, .alphaOne: lowered = straightenedKeepingLight(lowered)
    default:
      lowered = straightened(lowered)
      if lowered.alpha == .straightOrLight { lowered.alpha = .straight }
    }
    var measurement: Int?
    if case .toneMap(let request) = conversion, request.source == .measured {
      measurement = addMeasurement(of: lowered)
    }
    let stages = ColorStages.conversion(conversion, measurement: measurement, in: space)
    lowered.expression = stages.reduce(lowered.expression) { .stage($0, $1) }
    if case .alphaOne = conversion { lowered.alpha = .opaque }
    return lowered
  }

  private mutating func addMeasurement(of lowered: Lowered) -> Int {
    let index = step(premultiplied(lowered), hash: nil)
    // Infinite pictures are measured where they are looked at.
    let region = lowered.extent.isInfinite ? lowered.extent.intersection(plan.region) : lowered.extent
    plan.measurements.append(RenderPlan.Measurement(step: index, region: region))
    return plan.measurements.count - 1
  }

  private mutating func lowerClamp(_ input: RecipeNode, _ extent: PixelRect) -> Lowered {
    let lowered = lower(input)
    if lowered.extent.isInfinite || lowered.extent.isEmpty { return lowered }
    // Stages behind a plain load give the same for a repeated pixel as for the pixel: clamp below them.
    if let clamped = lowered.expression.clampedLoad(to: lowered.extent) {
      return Lowered(expression: clamped, extent: .infinite, alpha: lowered.alpha)
    }
    var load = SpanInput(origin: .step(step(lowered, hash: input.hash)), clip: lowered.extent)
    load.edge = .clamp
    return Lowered(expression: .load(load), extent: .infinite, alpha: input.isOpaque ? .opaque : .premultiplied)
  }

  // MARK: Steps

  /// The step that computes a node's premultiplied picture.
  mutating func step(of node: RecipeNode) -> Int { step(lower(node), hash: node.hash) }

  mutating func step(_ lowered: Lowered, hash: Int?) -> Int {
    let picture = premultiplied(lowered)
    if case .load(let input) = picture.expression, case .step(let index) = input.origin,
      input.dx == 0, input.dy == 0, input.edge == .transparent, input.clip.contains(plan.steps[index].extent)
    {
      return index
    }
    if let hash, let known = stepsByHash[hash] { return known }
    let program = SpanFlattener.flatten(picture.expression)
    plan.steps.append(RenderPlan.Step(kind: .span(program), extent: picture.extent))
    if let hash { stepsByHash[hash] = plan.steps.count - 1 }
    return plan.steps.count - 1
  }

  /// A step for a node of its own kind, found again by the node's hash.
  mutating func addStep(_ node: RecipeNode, _ kind: RenderPlan.StepKind, _ extent: PixelRect) -> Lowered {
    let alpha: ChainAlpha = node.isOpaque ? .opaque : .premultiplied
    // The marker keeps a node's own step apart from a chain that ends in it.
    let key = node.hash ^ 0x5354_4550
    if let known = stepsByHash[key] { return load(known, alpha: alpha) }
    plan.steps.append(RenderPlan.Step(kind: kind, extent: extent))
    stepsByHash[key] = plan.steps.count - 1
    return load(plan.steps.count - 1, alpha: alpha)
  }

  func load(_ index: Int, alpha: ChainAlpha) -> Lowered {
    let extent = plan.steps[index].extent
    return Lowered(expression: .load(SpanInput(origin: .step(index), clip: extent)), extent: extent, alpha: alpha)
  }

  // MARK: Alpha

  func straightened(_ lowered: Lowered) -> Lowered {
    guard lowered.alpha == .premultiplied else { return lowered }
    return Lowered(expression: .stage(lowered.expression, .unpremultiply), extent: lowered.extent, alpha: .straight)
  }

  func straightenedKeepingLight(_ lowered: Lowered) -> Lowered {
    guard lowered.alpha == .premultiplied else { return lowered }
    return Lowered(
      expression: .stage(lowered.expression, .unpremultiplyKeepingLight), extent: lowered.extent,
      alpha: .straightOrLight)
  }

  func premultiplied(_ lowered: Lowered) -> Lowered {
    let stage: ColorStage
    switch lowered.alpha {
    case .opaque, .premultiplied: return lowered
    case .straight: stage = .premultiply
    case .straightOrLight: stage = .premultiplyKeepingLight
    }
    return Lowered(expression: .stage(lowered.expression, stage), extent: lowered.extent, alpha: .premultiplied)
  }

  // MARK: Output

  private mutating func finish(_ lowered: Lowered) {
    let destination = plan.destination
    // Without alpha the colour is stored as it lies over black.
    let isAlphaApplied = destination.isOpaque
    var picture = isAlphaApplied ? premultiplied(lowered) : lowered
    if let encoding = destination.encoding, space.primaries != nil {
      if !isAlphaApplied { picture = straightenedKeepingLight(picture) }
      var stages = ColorStages.encoding(encoding, from: space)
      if let peak = destination.gamutPeak, encoding.model == .rgb {
        stages.insert(.project(weights: encoding.primaries.luminanceWeights, peak: peak), at: 1)
      }
      picture.expression = stages.reduce(picture.expression) { .stage($0, $1) }
      // Numbers of a curve are no light.
      if picture.alpha == .straightOrLight, encoding.transfer != .linear { picture.alpha = .straight }
    }
    if !isAlphaApplied {
      picture = destination.isPremultiplied ? premultiplied(picture) : straightenedKeepingLight(picture)
    }
    plan.output = SpanFlattener.flatten(picture.bounded(in: plan.region))
  }
}
