package import Foundation
internal import HeadroomColor
package import HeadroomEngine
package import HeadroomImage
package import HeadroomPixels

/// The base of every built-in filter: a value with parameters that makes a recipe node from its input images.
///
/// One of the kinds below provides `image(from:)`; a filter file states name, categories, parameters and its kernel.
package protocol FilterDefinition: Sendable {
  /// The Core Image name, such as `CIExposureAdjust`.
  static var name: String { get }
  static var categories: [FilterCategory] { get }
  init()
  /// Name and parameter values, for finding equal subtrees. The registry's default reads the `@Input` values.
  var fingerprint: Fingerprint { get }
  /// The result for these input images; nil when a required one is missing.
  func image(from inputs: FilterImages) -> CIImage?
  /// The value that prevents a result; nil where none does, or where the filter does not check.
  var objection: FilterObjection? { get }
}

extension FilterDefinition {
  package var objection: FilterObjection? { nil }
}

/// Why a filter has no result although it has its images.
package struct FilterObjection: Hashable, Sendable {
  /// The input whose value does not fit.
  package let key: String
  package let reason: String
}

/// The images a filter was given, by key.
package struct FilterImages: Sendable {
  private let images: [String: CIImage]

  package init(_ images: [String: CIImage]) { self.images = images }

  package subscript(key: String) -> CIImage? { images[key] }
  package var main: CIImage? { images["inputImage"] }
}

/// Pixel in, pixel out. Extent, colour space of the numbers and position stay.
package protocol PointFilter: FilterDefinition, PointImplementation {
  associatedtype Kernel: PointKernel
  /// The kernel with its parameters resolved for the working space of the render.
  func kernel(in space: WorkingSpace) -> Kernel
}

extension PointFilter {
  package var alphaRule: AlphaRule { .straight }

  package func makeStage(in space: WorkingSpace) -> RowStage { kernel(in: space).makeStage() }

  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    kernel(in: space).apply(pixels[0])
  }

  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: $0.node.extent) }
  }
}

/// An affine map of straight RGBA, given as data.
package protocol ColorMatrixFilter: FilterDefinition, MatrixImplementation {}

extension ColorMatrixFilter {
  package func peak(of inputs: [Float?]) -> Float? { matrix(in: .default).peak(of: inputs) }
  package func contentHeadroom(of inputs: [Float]) -> Float? { matrix(in: .default).contentHeadroom(of: inputs) }
  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: $0.node.extent) }
  }
}

/// Pixel and position in, pixel out.
package protocol PlacedFilter: FilterDefinition, PointImplementation {
  associatedtype Kernel: PlacedKernel
  func kernel(in space: WorkingSpace) -> Kernel
}

extension PlacedFilter {
  package var alphaRule: AlphaRule { .straight }
  package var usesPosition: Bool { true }

  package func makeStage(in space: WorkingSpace) -> RowStage { kernel(in: space).makeStage() }

  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    kernel(in: space).apply(pixels[0], x: x, y: y)
  }

  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: $0.node.extent) }
  }
}

/// The image over, with or against `inputBackgroundImage`.
package protocol BlendFilter: FilterDefinition {
  static var mode: BlendMode { get }
}

extension BlendFilter {
  package func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let background = inputs["inputBackgroundImage"] else { return nil }
    return image.blended(Self.mode, with: background)
  }
}

/// An image without input images.
package protocol GeneratorFilter: FilterDefinition, PointImplementation {
  associatedtype Kernel: GeneratorKernel
  func kernel(in space: WorkingSpace) -> Kernel
  var extent: CGRect { get }
}

extension GeneratorFilter {
  package var extent: CGRect { .infinite }
  package var alphaRule: AlphaRule { .premultiplied }
  package var usesPosition: Bool { true }
  package func makeStage(in space: WorkingSpace) -> RowStage { kernel(in: space).makeStage() }
  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    kernel(in: space).apply(x: x, y: y)
  }
  package func image(from inputs: FilterImages) -> CIImage? { CIImage(generator: self, extent: extent) }
}

/// A coordinate map: the filter states where a pixel comes from and what region a rectangle needs.
package protocol WarpFilter: FilterDefinition, TileWarp {
  associatedtype Kernel: WarpKernel
  var kernel: Kernel { get }
  func extent(of input: CGRect) -> CGRect
  /// What lies beyond the input's extent.
  var edge: ImageEdge { get }
  /// Roughly how many pixels of the input a step of one pixel crosses; where it is two or more, the input is halved
  /// first.
  var shrinking: Float { get }
}

extension WarpFilter {
  package func extent(of input: CGRect) -> CGRect { input }
  package var edge: ImageEdge { .transparent }
  package var shrinking: Float { 1 }

  package func source(x: Float, y: Float) -> (x: Float, y: Float) { kernel.source(x: x, y: y) }

  /// Distortions state loose bounds: computing the actual positions is cheaper than rendering everything within the
  /// bounds.
  package func positions(in rect: PixelRect) -> PixelRect? { lookedUpPositions(in: rect) }

  package func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe kernel.fill(x: x, y: y, count: count, sx, sy)
  }

  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.warped(by: self, edge: edge, shrinking: shrinking, extent: extent(of: $0.node.extent)) }
  }
}

/// A neighbourhood filter that is its own operation.
package protocol AreaFilter: FilterDefinition, NeighbourhoodImplementation {
  func extent(of input: CGRect) -> CGRect
  /// Whether colour space and headroom of the input still describe the result (blurs and resampling: yes).
  var keepsTags: Bool { get }
}

extension AreaFilter {
  package var keepsTags: Bool { true }
  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(area: self, extent: extent(of: $0.node.extent), keepsTags: keepsTags) }
  }
}

/// A small image computed from all pixels of `inputExtent`.
package protocol ReductionFilter: FilterDefinition {
  associatedtype Reduction: ReductionImplementation
  func reduction(of region: PixelRect) -> Reduction
  /// The rectangle to look at (`inputExtent`).
  var inputExtent: CGRect { get }
  /// The size of the result.
  var outputSize: (width: Int, height: Int) { get }
}

extension ReductionFilter {
  package func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    let region = PixelRect(enclosing: inputExtent).intersection(PixelRect(enclosing: image.node.extent))
    guard !region.isEmpty, !region.isInfinite else { return nil }
    let size = outputSize
    return image.appending(
      reduction: reduction(of: region), extent: CGRect(x: 0, y: 0, width: size.width, height: size.height),
      keepsTags: true)
  }
}

/// A filter made of other filters; it has no pixels of its own.
package protocol CompositeFilter: FilterDefinition {}
