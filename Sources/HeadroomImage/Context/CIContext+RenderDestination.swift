public import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

extension CIContext {
  /// Renders the part of an image inside `fromRect` to `atPoint` of a destination (origin bottom left). The rest of
  /// the destination stays as it is.
  /// - Throws: ``RenderError``.
  @discardableResult
  public func startTask(
    toRender image: CIImage, from fromRect: CGRect, to destination: CIRenderDestination, at atPoint: CGPoint
  ) throws -> CIRenderTask {
    let started = Date()
    let moved = image.cropped(to: fromRect).transformed(
      by: CGAffineTransform(translationX: atPoint.x - fromRect.minX, y: atPoint.y - fromRect.minY))
    let whole = PixelRect(x: 0, y: 0, width: destination.width, height: destination.height)
    let wanted = CGRect(origin: atPoint, size: fromRect.size)
    let part = fromRect.isUnbounded ? whole : PixelRect(enclosing: wanted).intersection(whole)
    guard !part.isEmpty else { throw RenderError.emptyExtent }
    let passes = try throwingOwnErrors { try render(moved, part: part, of: whole, to: destination) }
    let info = CIRenderInfo(
      execution: Date().timeIntervalSince(started), planning: 0, passes: passes, pixels: part.area)
    return CIRenderTask(info: info)
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

  /// Renders into the part of a destination; gives the number of passes.
  private func render(
    _ image: CIImage, part: PixelRect, of whole: PixelRect, to destination: CIRenderDestination
  ) throws -> Int {
    var picture = image
    var region = part
    if destination.isFlipped {
      let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(whole.height))
      picture = picture.transformed(by: flip)
      region = PixelRect(
        minX: part.minX, minY: whole.height - part.maxY, maxX: part.maxX, maxY: whole.height - part.minY)
    }
    if destination.isClamped { picture = picture.limitedForStorage(in: destination.colorSpace) }
    let bitmap: PixelBitmap
    switch destination.target {
    case .bitmap(let target): bitmap = target
    case .pixelBuffer(let buffer):
      bitmap = try buffer.isDirectlyReadable ? buffer.renderTarget() : buffer.readableBitmap()
    }
    guard let window = bitmap.part(region, of: whole) else { throw RenderError.emptyExtent }
    let numbers = PlanDestination(
      encoding: destination.colorSpace?.encoding, isPremultiplied: destination.alphaMode == .premultiplied,
      isOpaque: destination.alphaMode == .none)
    let plan = try plan(picture, region: region, destination: numbers)
    try render(
      picture, region: region, into: window, destination: numbers, dither: destination.isDithered ? .ordered : .none)
    if case .pixelBuffer(let buffer) = destination.target { buffer.commit(bitmap) }
    return 1 + plan.measurements.count + plan.steps.count { $0.isMaterialised || $0.kind.isWhole }
  }
}
