public import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension CIContext {
  /// Renders the part of an image inside `fromRect` to `atPoint` of a destination (origin bottom left). The rest of
  /// the destination stays as it is.
  ///
  /// Returns at once; the task that it returns tells when the destination holds the picture. Settings of the destination
  /// are read now, its memory is written until the task has completed.
  /// - Throws: ``RenderError`` for what is wrong with the arguments; the task throws what goes wrong later.
  @discardableResult
  public func startTask(
    toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    let moved = image.cropped(to: fromRect).transformed(
      by: CGAffineTransform(translationX: atPoint.x - fromRect.minX, y: atPoint.y - fromRect.minY))
    let whole = PixelRect(x: 0, y: 0, width: destination.width, height: destination.height)
    let wanted = CGRect(origin: atPoint, size: fromRect.size)
    let part = fromRect.isUnbounded ? whole : PixelRect(enclosing: wanted).intersection(whole)
    guard !part.isEmpty else { throw RenderError.emptyExtent }
    let render = try DestinationRender(moved, part: part, of: whole, to: destination)
    return CIRenderTask(isLow: settings.isLowPriority, schedule: destination.schedule) { task in
      try render.run(in: CIContext(self, tasks: TaskParts(task)))
    }
  }

  /// Renders an image to the whole destination: pixel (0, 0) goes to its bottom left corner.
  /// - Throws: ``RenderError``.
  @discardableResult
  public func startTask(toRender image: CIImage, to destination: CIRenderDestination) throws -> CIRenderTask {
    let bounds = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    return try startTask(toRender: image, from: bounds, to: destination, at: .zero)
  }

  /// Makes a destination transparent black.
  /// - Throws: ``RenderError``.
  @discardableResult
  public func startTask(toClear destination: CIRenderDestination) throws -> CIRenderTask {
    try startTask(toRender: .empty(), to: destination)
  }

  /// Plans a render without running it, so that errors of the recipe show early.
  /// - Throws: ``RenderError``.
  public func prepareRender(
    _ image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws {
    _ = try plan(
      image, region: PixelRect(enclosing: fromRect),
      destination: PlanDestination(encoding: destination.colorSpace?.encoding))
  }
}

/// A render to a part of a destination, with the destination's settings as they are when it is started.
private struct DestinationRender: Sendable {
  private let picture: CIImage
  private let region: PixelRect
  private let whole: PixelRect
  private let numbers: PlanDestination
  private let dither: RowCodec.Dither
  private let memory: any RenderSurface

  init(
    _ image: CIImage, part: PixelRect, of whole: PixelRect, to destination: CIRenderDestination
  ) throws {
    var picture = image
    var region = part
    if destination.isFlipped {
      let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(whole.height))
      picture = picture.transformed(by: flip)
      region = PixelRect(
        minX: part.minX, minY: whole.height - part.maxY, maxX: part.maxX, maxY: whole.height - part.minY)
    }
    self.picture = destination.isClamped ? picture.limitedForStorage(in: destination.colorSpace) : picture
    self.region = region
    self.whole = whole
    memory = try destination.target.surface()
    numbers = PlanDestination(
      encoding: destination.colorSpace?.encoding, isPremultiplied: destination.alphaMode == .premultiplied,
      isOpaque: destination.alphaMode == .none)
    dither = destination.isDithered ? .ordered : .none
  }

  func run(in context: CIContext) throws {
    let bitmap = try memory.renderTarget()
    guard bitmap.width == whole.width, bitmap.height == whole.height, let window = bitmap.part(region, of: whole) else {
      throw RenderError.emptyExtent
    }
    try context.render(picture, region: region, into: window, destination: numbers, dither: dither)
    memory.commit(bitmap)
  }
}

extension CIRenderDestination.Target {
  fileprivate func surface() throws -> any RenderSurface {
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
