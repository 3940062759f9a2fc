/// A function from the pixels at one place, in any number of images, to a pixel, from which a `CIColorKernel` can be
/// made.
///
/// Conform to one of the protocols below, which differ in their inputs: ``PointKernel``, ``PlacedKernel``,
/// ``BlendKernel``, ``MaskedBlendKernel``, ``GeneratorKernel``, ``ColorKernel``.
public protocol PixelKernel: Sendable {
  /// How many images are read.
  static var imageCount: Int { get }
  /// Whether the result depends on the position. The planner may move kernels for which this is false.
  static var usesPosition: Bool { get }
  /// Whether colours are passed and returned premultiplied or straight. Default ``AlphaRule/premultiplied``, as in Core
  /// Image; with ``AlphaRule/straight`` the engine divides by alpha before the kernel and multiplies after it, once for
  /// a run of such kernels.
  static var alphaRule: AlphaRule { get }
  /// The kernel in a loop over rows of pixels. There is a default. Because it is a requirement, the compiler joins the
  /// loop and `apply` for each kernel, in the kernel's own module, and vectorises the whole.
  func makeStage() -> RowStage
}

extension PixelKernel {
  public static var usesPosition: Bool { false }
  public static var alphaRule: AlphaRule { .premultiplied }
}

/// A scalar function from pixel to pixel that reads like its formula. The engine runs it over planar rows.
///
/// Write `@inline(__always)` on `apply` and on everything it calls: otherwise the row loop does not vectorise. Kernels
/// hold resolved parameters only and do not clamp colour.
///
/// ```swift
/// struct Warmth: PointKernel {
///   var amount: Float
///   @inline(__always) func apply(_ p: Pixel) -> Pixel {
///     Pixel(r: p.r * (1 + amount), g: p.g, b: p.b * (1 - amount), a: p.a)
///   }
/// }
/// let warm = CIColorKernel(Warmth(amount: 0.1)).apply(extent: image.extent, arguments: [image])
/// ```
public protocol PointKernel: PixelKernel {
  func apply(_ pixel: Pixel) -> Pixel
}

/// A point kernel that neither reads nor changes alpha: `pixel.a` is given as 1 and ignored in the result.
public protocol ColorKernel: PixelKernel {
  func apply(_ pixel: Pixel) -> Pixel
}

/// A scalar function of a pixel and the position of its centre (Core Image coordinates, y up).
public protocol PlacedKernel: PixelKernel {
  func apply(_ pixel: Pixel, x: Float, y: Float) -> Pixel
}

/// A scalar function of two premultiplied pixels: the image's and the background's.
public protocol BlendKernel: PixelKernel {
  func apply(_ source: Pixel, _ background: Pixel) -> Pixel
}

/// A scalar function of three premultiplied pixels: the image's, the background's and a mask's.
public protocol MaskedBlendKernel: PixelKernel {
  func apply(_ source: Pixel, _ background: Pixel, _ mask: Pixel) -> Pixel
}

/// A pixel computed from the position of its centre (Core Image coordinates, y up). The result is premultiplied.
public protocol GeneratorKernel: PixelKernel {
  func apply(x: Float, y: Float) -> Pixel
}

/// Where in the input an output pixel is sampled: centre in, position in the input's coordinates out.
///
/// A position that is not finite or lies outside the input gives transparent black.
public protocol WarpKernel: Sendable {
  func source(x: Float, y: Float) -> (x: Float, y: Float)
  /// The kernel in a loop over a row of pixels; there is a default.
  func makeStage() -> WarpStage
}

// These lines make kernels fast: inlinable defaults of a requirement.

extension PointKernel {
  public static var imageCount: Int { 1 }
  @inlinable public func makeStage() -> RowStage { RowStage(kernel: self) }
}

extension ColorKernel {
  public static var imageCount: Int { 1 }
  public static var alphaRule: AlphaRule { .straight }
  @inlinable public func makeStage() -> RowStage { RowStage(colorKernel: self) }
}

extension PlacedKernel {
  public static var imageCount: Int { 1 }
  public static var usesPosition: Bool { true }
  @inlinable public func makeStage() -> RowStage { RowStage(placed: self) }
}

extension BlendKernel {
  public static var imageCount: Int { 2 }
  @inlinable public func makeStage() -> RowStage { RowStage(blend: self) }
}

extension MaskedBlendKernel {
  public static var imageCount: Int { 3 }
  @inlinable public func makeStage() -> RowStage { RowStage(maskedBlend: self) }
}

extension GeneratorKernel {
  public static var imageCount: Int { 0 }
  public static var usesPosition: Bool { true }
  @inlinable public func makeStage() -> RowStage { RowStage(generator: self) }
}

extension WarpKernel {
  @inlinable public func makeStage() -> WarpStage { WarpStage(kernel: self) }
}
