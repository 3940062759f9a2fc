public import Foundation
public import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomKernelLanguage

/// A function from the pixels at one place in any number of images to a pixel.
///
/// The engine computes it in one pass with the filters around it. Make it once, and pass changing values as arguments:
///
/// ```swift
/// struct Fade: BlendKernel {
///   var amount: Float
///   @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel {
///     Pixel(
///       r: p.r + (q.r - p.r) * amount, g: p.g + (q.g - p.g) * amount, b: p.b + (q.b - p.b) * amount,
///       a: p.a + (q.a - p.a) * amount)
///   }
/// }
/// static let fade = CIColorKernel { Fade(amount: $0.float(2)) }
/// let image = fade.apply(extent: first.extent, arguments: [first, second, 0.25])
/// ```
///
/// A `PixelKernel` such as `Fade` is compiled together with its pixel loop in its own module, and runs at the speed
/// of built-in filters. A closure is called for each pixel, which takes several times as long:
///
/// ```swift
/// static let fade = CIColorKernel { point, arguments in
///   let (p, q) = (point[0], point[1])
///   ...
/// }
/// ```
///
/// ## Alpha and colour
/// As for ``CIKernel``. A type that needs straight colour declares `PixelKernel.alphaRule`.
public class CIColorKernel: CIKernel, @unchecked Sendable {
  init(name: String, color: KernelCode) { super.init(name: name, code: color) }

  /// Makes a kernel from a value that holds its parameters.
  public convenience init<Kernel: PixelKernel>(_ kernel: Kernel, name: String = "\(Kernel.self)") {
    self.init(name: name) { _ in kernel }
  }

  /// Makes a kernel whose value is made from the arguments of each application, once for a render.
  public convenience init<Kernel: PixelKernel>(
    name: String = "\(Kernel.self)", making kernel: @escaping @Sendable (KernelArguments) -> Kernel
  ) {
    let code = ColorCode(
      imageCount: Kernel.imageCount, alphaRule: Kernel.alphaRule, usesPosition: Kernel.usesPosition
    ) { arguments, _ in kernel(arguments).makeStage() }
    self.init(name: name, color: .color(code))
  }

  /// Makes a kernel from a closure, which is called for each pixel.
  public convenience init(
    name: String = "color kernel",
    _ body: @escaping @Sendable (_ point: borrowing KernelPoint, _ arguments: KernelArguments) -> Pixel
  ) {
    let code = ColorCode(imageCount: nil, alphaRule: .premultiplied, usesPosition: true) { arguments, imageCount in
      RowStage(imageCount: imageCount) { body($0, arguments) }
    }
    self.init(name: name, color: .color(code))
  }

  /// Makes a kernel from a function in Metal-dialect text that computes a colour from the pixels at one place.
  ///
  /// - Parameters:
  ///   - name: of the function in the text.
  ///   - data: source text, where Apple's systems take a compiled library.
  /// - Throws: as for ``CIKernel``, and ``KernelError/otherKind(kernel:expected:found:)``.
  public convenience init(functionName name: String, fromMetalLibraryData data: Data) throws {
    let text = try TextKernels(library: data).kernel(name)
    try text.require(.color)
    self.init(name: name, color: .text(text))
  }

  /// Makes the first kernel of a text in the Core Image Kernel Language; nil where it does not compile or samples images.
  public convenience init?(source: String) {
    guard let text = try? TextKernels(text: source, dialect: .coreImage).first(), text.signature.family == .color else {
      return nil
    }
    self.init(name: text.signature.name, color: .text(text))
  }
}

extension CIKernel {
  func image(of code: ColorCode, _ list: KernelArgumentList, _ extent: CGRect) throws(KernelError) -> CIImage {
    try check(list, code.imageCount)
    guard !extent.isWithoutPixels else { return .empty() }
    let images = list.samplers.map(\.image)
    let operation = ColorKernelOperation(kernel: self, code: code, arguments: list)
    guard let first = images.first else { return CIImage(generator: operation, extent: extent) }
    return first.appending(point: operation, with: Array(images.dropFirst()), extent: extent)
  }
}

/// Makes the row loop of a kernel over pixels.
struct ColorCode: Sendable {
  /// Nil takes any number.
  let imageCount: Int?
  let alphaRule: AlphaRule
  let usesPosition: Bool
  let makeStage: @Sendable (_ arguments: KernelArguments, _ imageCount: Int) -> RowStage
}

/// A color kernel with its arguments.
///
/// The reference renderer calls the same code: the client's code is the specification.
struct ColorKernelOperation: PointImplementation {
  let kernel: CIKernel
  let code: ColorCode
  let arguments: KernelArgumentList

  var fingerprint: Fingerprint { arguments.fingerprint(kernel.name, [kernel]) }
  var alphaRule: AlphaRule { code.alphaRule }
  var usesPosition: Bool { code.usesPosition || arguments.samplers.isEmpty }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  func makeStage(in space: WorkingSpace) -> RowStage {
    code.makeStage(KernelArguments(arguments, in: space), arguments.samplers.count)
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    makeStage(in: space).pixel(pixels, x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
  }
}
