public import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

extension CIContext {
  /// Renders the part of an image inside `fromRect` to `atPoint` of a destination (origin bottom left). The rest of
  /// the destination stays as it is.
  ///
  /// Returns at once; the returned task completes when the destination holds the picture. The destination's settings
  /// are read now; its memory is written until the task has completed.
  /// - Throws: `RenderError` for invalid arguments; the task throws later errors.
  @discardableResult
  public func startTask(
    toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    let whole = try DestinationView(of: fromRect, in: destination, at: atPoint)
    let (image, memory) = (whole.picture(of: image), try destination.target.surface())
    let blend = DestinationBlend(destination)
    // What is laid over the destination leaves all beside it as it is.
    let part = blend == nil ? whole : whole.covered(by: image)
    return CIRenderTask(isLowPriority: settings.isLowPriority, schedule: destination.schedule) { task in
      guard let part else { return }
      let context = CIContext(self, tasks: TaskParts(task))
      let bitmap = try memory.renderTarget()
      let picture = try blend?.picture(of: image, over: bitmap, part.region, in: context) ?? image
      try context.render(
        picture, region: part.region, into: try part.window(of: bitmap), destination: part.numbers, dither: part.dither)
      memory.commit(bitmap)
    }
  }

  /// Renders an image to the whole destination: pixel (0, 0) goes to its bottom left corner.
  /// - Throws: `RenderError`.
  @discardableResult
  public func startTask(toRender image: CIImage, to destination: CIRenderDestination) throws -> CIRenderTask {
    let bounds = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    return try startTask(toRender: image, from: bounds, to: destination, at: .zero)
  }

  /// Makes a destination transparent black.
  /// - Throws: `RenderError`.
  @discardableResult
  public func startTask(toClear destination: CIRenderDestination) throws -> CIRenderTask {
    try startTask(toRender: .empty(), to: destination)
  }

  /// Prepares a render that is run repeatedly; see ``PreparedRender``.
  /// - Parameters:
  ///   - image: the first frame's recipe.
  ///   - fromRect: the part of every image that is rendered.
  ///   - destination: the first to be rendered to. Its settings are read now and hold for all others.
  ///   - atPoint: where the part goes (origin bottom left).
  /// - Throws: `RenderError`.
  public func preparedRender(
    of image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> PreparedRender {
    guard destination.blendKernel == nil else {
      throw RenderError.notImplemented(operation: "a prepared render with a blend kernel")
    }
    let view = try DestinationView(of: fromRect, in: destination, at: atPoint)
    return try PreparedRender(image, in: self, view, to: destination)
  }

  /// Prepares a render to the whole destination: pixel (0, 0) of every image goes to its bottom left corner.
  /// - Throws: `RenderError`.
  public func preparedRender(of image: CIImage, to destination: CIRenderDestination) throws -> PreparedRender {
    let bounds = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    return try preparedRender(of: image, from: bounds, to: destination, at: .zero)
  }

  /// Plans a render without running it: ``startTask(toRender:from:to:at:)`` of the same kind of recipe finds the plan.
  /// - Throws: `RenderError` for invalid arguments.
  public func prepareRender(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws {
    let view = try DestinationView(of: fromRect, in: destination, at: atPoint)
    _ = plan(view.picture(of: image), region: view.region, destination: view.numbers)
  }
}

extension CIRenderDestination.Target {
  func surface() throws -> any RenderSurface {
    switch self {
    case .bitmap(let bitmap): PlainMemory(bitmap: bitmap)
    case .pixelBuffer(let buffer): BufferMemory(buffer: buffer)
    case .surface(let find): try find()
    }
  }
}

private struct PlainMemory: RenderSurface {
  let bitmap: PixelBitmap

  func renderTarget() -> PixelBitmap { bitmap }
  func commit(_ target: PixelBitmap) {}
}

private struct BufferMemory: RenderSurface {
  let buffer: CVPixelBuffer

  // Rare forms are rendered into a converted copy, which has to hold the pixels outside the part as well.
  func renderTarget() throws -> PixelBitmap {
    try buffer.isDirectlyReadable ? buffer.renderTarget() : buffer.readableBitmap()
  }
  func commit(_ target: PixelBitmap) { buffer.commit(target) }
}
