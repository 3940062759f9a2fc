public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
internal import HeadroomPixels

/// What a destination does with alpha.
public enum CIRenderDestinationAlphaMode: UInt, Sendable {
  /// Alpha is not stored; colour lies over black.
  case none = 0
  case premultiplied = 1
  case unpremultiplied = 2
}

/// Where a render goes: a pixel buffer or memory, and how numbers are stored there.
///
/// Configure it before starting a task; it is not to be changed while one runs.
public final class CIRenderDestination {
  enum Target {
    case pixelBuffer(CVPixelBuffer)
    case bitmap(PixelBitmap)
  }

  let target: Target
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Default: what the target's format can hold.
  public var alphaMode: CIRenderDestinationAlphaMode
  /// Whether row 0 is the bottom row. Default false: bitmaps run from the top.
  public var isFlipped = false
  /// Whether integers are dithered (ordered, by absolute position). Default false.
  public var isDithered = false
  /// Whether values are limited to 0 ... 1 before they are stored. Default true for integer targets, false for floats.
  public var isClamped: Bool
  /// Default: the pixel buffer's space, else sRGB, extended sRGB for floats, or grey of gamma 2.2.
  public var colorSpace: CGColorSpace?

  /// A pixel buffer.
  public init(pixelBuffer: CVPixelBuffer) {
    target = .pixelBuffer(pixelBuffer)
    width = CVPixelBufferGetWidth(pixelBuffer)
    height = CVPixelBufferGetHeight(pixelBuffer)
    colorSpace = CGColorSpace(encoding: pixelBuffer.encoding)
    alphaMode = pixelBuffer.hasAlpha ? .premultiplied : .none
    isClamped = !((try? pixelBuffer.readableBitmap())?.format.isFloatingPoint ?? false)
  }

  /// Memory of the client, rows from the top. It must stay valid until the task has completed.
  public init(
    bitmapData data: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: CIFormat
  ) {
    let pixel = format.pixelFormat
    let storage = unsafe PixelStorage(foreign: data, byteCount: bytesPerRow * height, release: nil)
    let bitmap = try? PixelBitmap(
      storage: storage, planes: [PixelPlane(offset: 0, rowBytes: bytesPerRow)], width: width, height: height,
      format: pixel)
    guard let bitmap else {
      preconditionFailure("\(bytesPerRow) bytes a row and \(height) rows cannot hold \(width) pixels of \(pixel)")
    }
    target = .bitmap(bitmap)
    self.width = width
    self.height = height
    alphaMode = pixel.hasAlpha ? .premultiplied : .none
    isClamped = !pixel.isFloatingPoint
    let encoding: ColorEncoding = pixel.isGray ? .genericGrayGamma22 : pixel.isFloatingPoint ? .extendedSRGB : .sRGB
    colorSpace = CGColorSpace(encoding: encoding)
  }
}

/// What a finished render took.
public final class CIRenderInfo: Sendable {
  /// Seconds of computing.
  public let kernelExecutionTime: TimeInterval
  /// Seconds of planning; kernels are compiled ahead of time.
  public let kernelCompileTime: TimeInterval
  /// Passes over pixels: stored intermediates, reductions and the output.
  public let passCount: Int
  /// Pixels written to the destination.
  public let pixelsProcessed: Int

  init(execution: TimeInterval, planning: TimeInterval, passes: Int, pixels: Int) {
    kernelExecutionTime = execution
    kernelCompileTime = planning
    passCount = passes
    pixelsProcessed = pixels
  }
}

/// A started render.
public final class CIRenderTask: Sendable {
  private let info: CIRenderInfo

  init(info: CIRenderInfo) { self.info = info }

  /// Waits until the destination holds the picture.
  @discardableResult
  public func waitUntilCompleted() throws -> CIRenderInfo { info }
}

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
    let passes = try render(moved, part: part, of: whole, to: destination)
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
    return 1 + plan.measurements.count + plan.steps.count { $0.isMaterialised || $0.kind.isReduction }
  }
}

extension CIImage {
  /// Numbers limited to 0 ... 1 in a space. Integer formats do so by themselves; floats need it done.
  fileprivate func limitedForStorage(in space: CGColorSpace?) -> CIImage {
    guard let space, space.isMatchable,
      let numbers = matchedFromWorkingSpace(to: space),
      let back = numbers.appending(.point(UnitClamp()), extent: extent).matchedToWorkingSpace(from: space)
    else { return self }
    return back
  }
}

/// Colour limited to 0 ... 1.
struct UnitClamp: PointOperation {
  var fingerprint: Fingerprint { Fingerprint("clamp to 0 ... 1") }
  var alphaRule: AlphaRule { .straight }

  func peak(of inputs: [Float?]) -> Float? { 1 }

  struct Kernel: ColorKernel {
    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: min(max(p.r, 0), 1), g: min(max(p.g, 0), 1), b: min(max(p.b, 0), 1), a: p.a)
    }
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(colorKernel: Kernel()) }
  func evaluate(_ pixel: Pixel, in space: WorkingSpace) -> Pixel {
    var limited = Kernel().apply(pixel)
    limited.a = pixel.a
    return limited
  }
}

extension RenderPlan.StepKind {
  var isReduction: Bool {
    if case .reduction = self { true } else { false }
  }
}
