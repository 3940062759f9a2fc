internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// A render that is prepared once and run repeatedly, for drawing frames in compositors, players and live views.
///
/// Preparing plans the recipe, binds its numbers and allocates the memory that runs need. ``bind(_:)`` replaces the
/// recipe by the next frame's: other pictures, parameters, transforms, crops. A recipe of the same structure needs no
/// planning. ``run(to:)`` computes the pixels, bit for bit those of ``CIContext/startTask(toRender:from:to:at:)``.
///
/// ```swift
/// let render = try context.preparedRender(of: recipe(frames[0]), to: destinations[0])
/// for (index, frame) in frames.enumerated() {
///   try render.bind(recipe(frame))
///   try render.run(to: destinations[index % destinations.count])
/// }
/// ```
///
/// A run allocates nothing if it needs only one pass over the destination: colour changes, blends and other functions
/// of pixels, crops, repeated edges, turns, and transforms whose pictures are sampled while they are read. The first
/// runs allocate memory that later ones use. Results that depend on a whole picture (reductions, processors, measured
/// tone maps) and intermediates worth storing (mostly of blurs) are computed by each run as by any other render; passes
/// down columns, and pictures that are made or converted on demand, allocate further memory.
///
/// Binding allocates a small object for each changed picture of the same size and format; if anything else differs, it
/// costs as much as binding a kept plan.
///
/// A prepared render keeps the pictures of its recipe, the destinations that it has last been run to, and some
/// megabytes for each thread, which the context counts. It belongs to one thread at a time; several prepared renders
/// share the context's plans.
public final class PreparedRender {
  private let context: CIContext
  private let view: DestinationView
  private var image: CIImage
  /// Nil after an error.
  private var frame: BoundFrame?
  /// The destination of the last frame, or of the first before it is run.
  private var window: PixelBitmap
  private var targets: [Target] = []
  private var workers: WorkerScratchPool?

  /// Clients have a few destinations, and use them in turn.
  private static let mostTargets = 16

  /// A destination's memory, ready to be written.
  private struct Target {
    let destination: CIRenderDestination
    let memory: any RenderSurface
    let bitmap: PixelBitmap
    let window: PixelBitmap
    /// Nil where the frame is computed as an ordinary render.
    let sink: RepeatedPass.Sink?
  }

  init(
    _ image: CIImage, in context: CIContext, _ view: DestinationView, to destination: CIRenderDestination
  ) throws {
    self.context = context
    self.view = view
    self.image = image
    window = try view.window(of: try destination.target.surface().renderTarget())
    _ = try bindAnew()
  }

  /// Replaces the recipe by the next frame's. A recipe of another structure, or with numbers that change the plan, is
  /// planned; the context does so once for each.
  /// - Throws: `RenderError`.
  public func bind(_ image: CIImage) throws {
    self.image = image
    guard let frame else { return }
    self.frame = nil
    if try frame.take(image) { self.frame = frame } else { _ = try bindAnew() }
  }

  private func bindAnew() throws -> BoundFrame {
    targets = []
    frame = nil
    let (image, view, window, workers) = (image, view, window, workers)
    let bound = try context.runAsTask { task throws(RenderError) in
      try BoundFrame(image, view, into: window, in: context, task: task, workers: workers)
    }
    frame = bound
    self.workers = bound.repeated?.workers ?? workers
    return bound
  }

  /// Computes the pixels of the frame, and returns when the destination holds them.
  ///
  /// - Parameter destination: as large as the one that the render was prepared for, whose settings hold for all: colour
  ///   space, alpha, clamping, dither, order of rows. Another format needs a new binding.
  /// - Throws: `RenderError`; `RenderError.cancelled` where the calling thread works for a cancelled task.
  public func run(to destination: CIRenderDestination) throws {
    var bound = try frame ?? bindAnew()
    if try !bound.reload() { bound = try bindAnew() }
    let target = try target(destination)
    if let repeated = frame?.repeated, let sink = target.sink {
      if context.settings.isLowPriority {
        try context.runAsTask { _ throws(RenderError) in try repeated.run(into: sink) }
      } else {
        try repeated.run(into: sink)
      }
    } else {
      try throwingOwnErrors { try frame?.render(into: target.window, view, in: context) }
    }
    target.memory.commit(target.bitmap)
  }

  /// The memory of a destination, for which the frame is bound where it is of another kind than the last.
  private func target(_ destination: CIRenderDestination) throws -> Target {
    if let known = targets.first(where: { $0.destination === destination }) { return known }
    let memory = try destination.target.surface()
    let bitmap = try memory.renderTarget()
    window = try view.window(of: bitmap)
    if let repeated = frame?.repeated, !repeated.fits(window) { _ = try bindAnew() }
    let target = Target(
      destination: destination, memory: memory, bitmap: bitmap, window: window,
      sink: frame?.repeated?.sink(into: window))
    guard destination.target.staysInPlace else { return target }
    if targets.count == Self.mostTargets { targets.removeFirst() }
    targets.append(target)
    return target
  }
}

extension CIRenderDestination.Target {
  /// Whether the memory that is rendered into is always the same.
  fileprivate var staysInPlace: Bool {
    switch self {
    case .bitmap: true
    case .pixelBuffer(let buffer): buffer.isDirectlyReadable
    case .surface: false
    }
  }
}
