public import Foundation
public import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomKernelLanguage
internal import HeadroomPixels

/// A function from a position in the result to the position in the image that is shown there.
///
/// ```swift
/// struct Wave: WarpKernel {
///   var height: Float
///   @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) { (x, y + height * sine(x)) }
/// }
/// static let wave = CIWarpKernel { Wave(height: $0.float(0)) }
/// let waved = wave.apply(
///   extent: image.extent, roiCallback: { _, rect in rect.insetBy(dx: 0, dy: -8) }, image: image, arguments: [8])
/// ```
///
/// Positions are those of pixel centres, y up. Between them the image is interpolated, or the nearest pixel is taken
/// after `CIImage.samplingNearest()`; outside its extent, and at positions that are not finite, the result is
/// transparent. Colour space and headroom of the image are kept.
public class CIWarpKernel: CIKernel, @unchecked Sendable {
  init(name: String, warp: WarpCode) { super.init(name: name, code: .warp(warp)) }

  package init(warpText text: TextKernel) { super.init(name: text.signature.name, code: .text(text)) }

  /// Makes a kernel from a value that holds its parameters.
  public convenience init<Kernel: WarpKernel>(_ kernel: Kernel, name: String = "\(Kernel.self)") {
    self.init(name: name) { _ in kernel }
  }

  /// Makes a kernel whose value is made from the arguments of each application, once for a render.
  public convenience init<Kernel: WarpKernel>(
    name: String = "\(Kernel.self)", making kernel: @escaping @Sendable (KernelArguments) -> Kernel
  ) {
    self.init(name: name, warp: WarpCode { arguments in kernel(arguments).makeStage() })
  }

  /// Makes a kernel from a closure, which is called for each pixel.
  public convenience init(
    name: String = "warp kernel",
    _ body: @escaping @Sendable (_ x: Float, _ y: Float, _ arguments: KernelArguments) -> (x: Float, y: Float)
  ) {
    self.init(name: name, warp: WarpCode { arguments in WarpStage(kernel: WarpClosure { body($0, $1, arguments) }) })
  }

  /// Makes a kernel from a function in Metal-dialect text that returns a position.
  ///
  /// - Parameters:
  ///   - name: of the function in the text.
  ///   - data: source text, where Apple's systems take a compiled library.
  /// - Throws: as for ``CIKernel``, and ``KernelError/otherKind(kernel:expected:found:)``.
  public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
    let text = try TextKernels(library: data).kernel(name)
    try text.require(.warp)
    self.init(warpText: text)
  }

  /// Makes the first kernel of a text in the Core Image Kernel Language; nil where it does not compile or returns a
  /// colour.
  public convenience init?(source: String) {
    guard let text = try? TextKernels(text: source, dialect: .coreImage).first(), text.signature.family == .warp else {
      return nil
    }
    self.init(warpText: text)
  }

  /// The warped image; nil where an argument has a type that kernels cannot take.
  ///
  /// - Parameters:
  ///   - extent: where the result may be other than transparent; may be infinite.
  ///   - callback: the part of the image that is read for a rectangle; the index is 0.
  ///   - image: the image to warp.
  ///   - arguments: parameters, in order.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]?
  ) -> CIImage? {
    try? applied(extent: extent, roiCallback: callback, image: image, arguments: arguments)
  }

  /// As ``apply(extent:roiCallback:image:arguments:)``, with the reason where it fails.
  public func applied(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments: [Any]?
  ) throws(KernelError) -> CIImage {
    let list = try KernelArgumentList(arguments ?? [], of: name)
    switch code {
    case .warp(let code): return self.image(of: code, image, list, extent, callback)
    case .text(let text): return try self.image(of: text, warping: image, list, extent, callback)
    default: return image
    }
  }
}

extension CIKernel {
  func image(
    of code: WarpCode, _ image: CIImage, _ list: KernelArgumentList, _ extent: CGRect,
    _ callback: @escaping CIKernelROICallback
  ) -> CIImage {
    guard !extent.isWithoutPixels else { return .empty() }
    let operation = WarpKernelOperation(
      kernel: self, code: code, arguments: list,
      region: KernelRegion(callback, images: [PixelRect(enclosing: image.extent)], of: self))
    return image.appending(warp: operation, extent: extent, keepsTags: true)
  }
}

/// Makes the row loop of a coordinate function.
struct WarpCode: Sendable {
  let makeStage: @Sendable (KernelArguments) -> WarpStage
}

private struct WarpClosure: WarpKernel {
  let body: @Sendable (Float, Float) -> (x: Float, y: Float)
  @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) { body(x, y) }
}

/// A warp kernel with its arguments. Made again, with its row loop, for each render.
struct WarpKernelOperation: TileWarp, SpaceDependent {
  let kernel: CIKernel
  let code: WarpCode
  let arguments: KernelArgumentList
  let region: KernelRegion
  private var stage: WarpStage?

  init(kernel: CIKernel, code: WarpCode, arguments: KernelArgumentList, region: KernelRegion) {
    self.kernel = kernel
    self.code = code
    self.arguments = arguments
    self.region = region
  }

  var fingerprint: Fingerprint { arguments.fingerprint(kernel.name, [kernel, region]) }

  func bound(in space: WorkingSpace) -> any HeadroomEngine.Operation {
    var operation = self
    operation.stage = code.makeStage(KernelArguments(arguments, in: space))
    return operation
  }

  private var loop: WarpStage { stage ?? code.makeStage(KernelArguments(arguments, in: .default)) }

  func region(for output: PixelRect) -> PixelRect {
    let asked = region.needed(ofImage: 0, for: output)
    region.look(at: self, for: output, asked: asked)
    return asked
  }

  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    loop.position(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe loop.run(x, y, count, sx, sy)
  }

  /// Callbacks often ask for the whole image: computing the actual positions is cheaper than copying all of it.
  func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }
}
