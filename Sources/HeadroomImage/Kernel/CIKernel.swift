public import Foundation
public import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomKernelLanguage

/// Returns the rectangle of image `index` that a kernel reads to compute `destRect`; null where it reads nothing.
///
/// Called on any thread, several times for a render. If a rectangle is too small, the kernel reads transparent pixels,
/// at places that depend on the tiles; this is reported with the rectangles on standard error, once for a kernel.
/// Infinite rectangles mean the whole image, NaN means none of it.
public typealias CIKernelROICallback = @Sendable (_ index: Int32, _ destRect: CGRect) -> CGRect

/// A function that computes pixels of an image from pixels anywhere in other images.
///
/// Make it from a closure, or from a ``SamplerKernel``, which is compiled with its loop in its own module and is
/// several times as fast. Make it once (`static let`), and pass changing values as arguments.
///
/// ```swift
/// static let shift = CIKernel(name: "shift") { samplers, x, y, arguments in
///   samplers[0].sample(x: x + arguments.float(1), y: y)
/// }
/// let moved = shift.apply(
///   extent: image.extent, roiCallback: { _, rect in rect.offsetBy(dx: 3, dy: 0) }, arguments: [image, 3])
/// ```
///
/// ## Arguments
/// Images and ``CISampler``s in the kernel's order, numbers, ``CIVector``, ``CIColor``, `CGPoint`, `CGSize`, `CGRect`,
/// `CGAffineTransform`, arrays of numbers, `Data`; see ``KernelArguments``.
///
/// ## Alpha and colour
/// Pixels are premultiplied, linear light of the working space, not clamped: 1.0 is reference white. Results are taken
/// as such; outside the extent they are transparent. Colour space and headroom of the result are unknown. In a kernel
/// from text, a pixel that jumps back to the start of loops more than 65,536 times becomes transparent black.
// Sendable: all properties are constants, also those of subclasses.
public class CIKernel: @unchecked Sendable {
  /// The kernel's name, for printed recipes and errors.
  public let name: String
  let code: KernelCode
  /// Reports callbacks that return too little.
  let watch = RegionWatch()

  init(name: String, code: KernelCode) {
    self.name = name
    self.code = code
  }

  /// Makes a kernel from a value that holds its parameters.
  public convenience init<Kernel: SamplerKernel>(_ kernel: Kernel, name: String = "\(Kernel.self)") {
    self.init(name: name) { _ in kernel }
  }

  /// Makes a kernel whose value is made from the arguments of each application, once for a render.
  public convenience init<Kernel: SamplerKernel>(
    name: String = "\(Kernel.self)", making kernel: @escaping @Sendable (KernelArguments) -> Kernel
  ) {
    self.init(
      name: name,
      code: .sampler(SamplerCode(imageCount: Kernel.imageCount) { arguments in kernel(arguments).makeStage() }))
  }

  /// Makes a kernel from a closure, which is called for each pixel with the position of its centre.
  public convenience init(
    name: String = "kernel",
    _ body:
      @escaping @Sendable (
        _ samplers: borrowing KernelSamplers, _ x: Float, _ y: Float, _ arguments: KernelArguments
      ) -> Pixel
  ) {
    self.init(
      name: name,
      code: .sampler(
        SamplerCode(imageCount: nil) { arguments in SamplerStage { body($0, $1, $2, arguments) } }))
  }

  /// Makes a kernel from a function in Metal-dialect text.
  ///
  /// - Parameters:
  ///   - name: of the function in the text.
  ///   - data: source text, where Apple's systems take a compiled library.
  /// - Throws: ``KernelError/compiledLibrary(kernel:)`` for a compiled library,
  ///   ``KernelError/noFunction(name:others:)``, ``KernelError/doesNotCompile(report:)``.
  public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
    self.init(text: try TextKernels(library: data).kernel(name))
  }

  /// As ``init(functionName:fromMetalLibraryData:)``. The output format is ignored.
  public convenience init(
    functionName name: String, fromMetalLibraryData data: Data, outputPixelFormat format: CIFormat
  ) throws {
    try self.init(functionName: name, fromMetalLibraryData: data)
  }

  /// Makes the first kernel of a text in the Core Image Kernel Language; nil where it does not compile.
  public convenience init?(source: String) {
    guard let text = try? TextKernels(text: source, dialect: .coreImage).first() else { return nil }
    self.init(text: text)
  }

  /// The image that the kernel computes; nil where the arguments do not fit it, see
  /// ``applied(extent:roiCallback:arguments:)``.
  ///
  /// - Parameters:
  ///   - extent: where the result may be other than transparent; may be infinite.
  ///   - callback: what of each image is read for a rectangle.
  ///   - arguments: images and parameters, in order.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]?
  ) -> CIImage? {
    try? applied(extent: extent, roiCallback: callback, arguments: arguments)
  }

  /// As ``apply(extent:roiCallback:arguments:)``, with the reason where it fails.
  public func applied(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments: [Any]?
  ) throws(KernelError) -> CIImage {
    let list = try KernelArgumentList(arguments ?? [], of: name)
    switch code {
    case .color(let code): return try image(of: code, list, extent)
    case .warp(let code):
      guard let sampler = list.samplers.first else {
        throw .wrongImageCount(kernel: name, expected: 1, found: 0)
      }
      return image(of: code, sampler.image, list, extent, callback)
    case .sampler(let code): return try image(of: code, list, extent, callback)
    case .text(let text): return try image(of: text, list, extent, callback)
    case .blend(let mode):
      try check(list, 2)
      return list.samplers[0].image.blended(mode, with: list.samplers[1].image).cropped(to: extent)
    }
  }

  /// The image that the kernel computes, without a callback. A ``CIColorKernel`` reads the pixels of the same place;
  /// for a kernel from text the regions follow from the text; others are assumed to read all of their images. Nil where
  /// the arguments do not fit, see ``applied(extent:arguments:)``.
  ///
  /// - Parameters:
  ///   - extent: where the result may be other than transparent; a kernel is evaluated everywhere inside, also where
  ///     its images are transparent.
  ///   - arguments: images and parameters, in order.
  public func apply(extent: CGRect, arguments: [Any]?) -> CIImage? {
    try? applied(extent: extent, arguments: arguments)
  }

  /// As ``apply(extent:arguments:)``, with the reason where it fails.
  public func applied(extent: CGRect, arguments: [Any]?) throws(KernelError) -> CIImage {
    switch code {
    case .text(let text): try image(of: text, KernelArgumentList(arguments ?? [], of: name), extent, nil)
    case .color, .blend: try applied(extent: extent, roiCallback: { _, rect in rect }, arguments: arguments)
    case .warp, .sampler: try applied(extent: extent, roiCallback: { _, _ in .infinite }, arguments: arguments)
    }
  }

  func check(_ list: KernelArgumentList, _ imageCount: Int?) throws(KernelError) {
    guard let imageCount, imageCount != list.samplers.count else { return }
    throw .wrongImageCount(kernel: name, expected: imageCount, found: list.samplers.count)
  }

  private func image(
    of code: SamplerCode, _ list: KernelArgumentList, _ extent: CGRect, _ callback: @escaping CIKernelROICallback
  ) throws(KernelError) -> CIImage {
    try check(list, code.imageCount)
    guard !extent.isWithoutPixels else { return .empty() }
    let operation = SamplerKernelOperation(kernel: self, code: code, arguments: list, callback: callback)
    let images = list.samplers.map(\.source)
    guard let first = images.first else {
      // A generator has nothing below it.
      return CIImage(node: RecipeNode(.area(operation), inputs: [], extent: extent))
    }
    return first.appending(area: operation, with: Array(images.dropFirst()), extent: extent)
  }
}

/// The code of a kernel.
enum KernelCode: Sendable {
  case color(ColorCode)
  case warp(WarpCode)
  case sampler(SamplerCode)
  case blend(BlendMode)
  case text(TextKernel)
}

extension CGRect {
  /// Whether nothing can lie inside, or the edges are NaN.
  var isWithoutPixels: Bool { sound.isNull || isEmpty }
}
