internal import HeadroomEngine
internal import HeadroomPixels

/// The recipe of a frame, bound to its numbers and to the kind of its destination's memory.
final class BoundFrame {
  /// Nil where a run computes more than one pass; see `RepeatedRender`.
  let repeated: RepeatedRender?
  private var recipe: FrameRecipe
  private var plan: RenderPlan
  private let regions: [PixelRect]

  /// - Parameters:
  ///   - window: the destination of the first frame.
  ///   - workers: the workers of the preceding frame.
  init(
    _ image: CIImage, _ view: DestinationView, into window: PixelBitmap, in context: CIContext, task: RenderTask,
    workers: WorkerScratchPool?
  ) throws(RenderError) {
    let plan = context.repeatedPlan(view.picture(of: image), region: view.region, destination: view.numbers)
    let renderer = context.tileRenderer(dither: view.dither, task: task)
    self.plan = plan
    recipe = FrameRecipe(image.node)
    regions = plan.sourceRegions()
    guard RepeatedRender.canRun(plan) else {
      repeated = nil
      return
    }
    repeated = try RepeatedRender(
      plan, sources: try SourceLoads(plan).run(renderer.options, task: task), renderer: renderer, into: window,
      workers: workers)
  }

  /// Takes over the pictures of a recipe that differs in nothing else; false where it has to be bound anew.
  func take(_ image: CIImage) throws(RenderError) -> Bool {
    var others: [Int] = []
    guard recipe.take(image.node, { others.append($0) }) else { return false }
    for place in others {
      guard let index = plan.sourcePlaces.firstIndex(of: place), let source = recipe.source(at: place) else { continue }
      plan.sources[index] = source
      if try !reload(index) { return false }
    }
    return true
  }

  /// Loads pixels that are made on demand; false where they are of another kind than the last.
  func reload() throws(RenderError) -> Bool {
    for index in plan.sources.indices {
      let source = plan.sources[index]
      if !source.isConstant, source.access != .memory, try !reload(index) { return false }
    }
    return true
  }

  private func reload(_ index: Int) throws(RenderError) -> Bool {
    guard let repeated else { return true }
    let loaded: LoadedSource
    do {
      loaded = try regions[index].isEmpty ? .nothing() : plan.sources[index].load(regions[index])
    } catch {
      throw RenderError(loading: error, from: plan.sources[index])
    }
    guard repeated.fits(loaded, inPlaceOf: index) else { return false }
    repeated.replace(source: index, by: loaded)
    return true
  }

  /// Computes the frame as any other render, where ``repeated`` is nil.
  func render(into window: PixelBitmap, _ view: DestinationView, in context: CIContext) throws(RenderError) {
    try context.runAsTask { task throws(RenderError) in
      try context.tileRenderer(dither: view.dither, task: task).render(plan, into: window)
    }
  }
}
