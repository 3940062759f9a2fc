/// A scalar function from pixel to pixel that reads like its formula. The engine runs it over planar rows.
///
/// Write `@inline(__always)` on `apply` and on what it calls: otherwise the row loop does not vectorise. Kernels hold
/// resolved parameters only and do not clamp colour.
public protocol PointKernel: Sendable {
  func apply(_ pixel: Pixel) -> Pixel
}

/// A point kernel that neither reads nor changes alpha: `pixel.a` is given as 1 and ignored in the result.
public protocol ColorKernel: Sendable {
  func apply(_ pixel: Pixel) -> Pixel
}

/// A scalar function of a pixel and the position of its centre (Core Image coordinates, y up).
public protocol PlacedKernel: Sendable {
  func apply(_ pixel: Pixel, x: Float, y: Float) -> Pixel
}

/// A scalar function of two premultiplied pixels: the image's and the background's.
public protocol BlendKernel: Sendable {
  func apply(_ source: Pixel, _ background: Pixel) -> Pixel
}

/// A scalar function of three premultiplied pixels: the image's, the background's and a mask's.
public protocol MaskedBlendKernel: Sendable {
  func apply(_ source: Pixel, _ background: Pixel, _ mask: Pixel) -> Pixel
}

/// A pixel computed from the position of its centre (Core Image coordinates, y up). The result is premultiplied.
public protocol GeneratorKernel: Sendable {
  func apply(x: Float, y: Float) -> Pixel
}

/// Where in the input an output pixel is sampled: centre in, position in the input's coordinates out.
///
/// A position that is not finite or lies outside the input gives transparent black.
public protocol WarpKernel: Sendable {
  func source(x: Float, y: Float) -> (x: Float, y: Float)
}
