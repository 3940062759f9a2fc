package import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// What every built-in filter is: a value with parameters that makes a recipe node from its input images.
///
/// One of the kinds below gives `image(from:)`; a filter file states name, categories, parameters and its kernel.
package protocol FilterDefinition: Sendable {
  /// The Core Image name, such as `CIExposureAdjust`.
  static var name: String { get }
  static var categories: [FilterCategory] { get }
  init()
  /// Name and parameter values, for finding equal subtrees. The registry's default reads the `@Input` values.
  var fingerprint: Fingerprint { get }
  /// The result for these input images; nil when a required one is missing.
  func image(from inputs: FilterImages) -> CIImage?
}

/// The images a filter was given, by key.
package struct FilterImages: Sendable {
  private let images: [String: CIImage]

  package init(_ images: [String: CIImage]) { self.images = images }

  package subscript(key: String) -> CIImage? { images[key] }
  package var main: CIImage? { images["inputImage"] }
}

/// Pixel in, pixel out. Extent, colour space of the numbers and position stay.
package protocol PointFilter: FilterDefinition, PointOperation {
  associatedtype Kernel: PointKernel
  /// The kernel with its parameters resolved for the working space of the render.
  func kernel(in space: WorkingSpace) -> Kernel
}

extension PointFilter {
  package var alphaRule: AlphaRule { .straight }

  package func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: kernel(in: space)) }

  package func evaluate(_ pixel: Pixel, in space: WorkingSpace) -> Pixel { kernel(in: space).apply(pixel) }

  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(.point(self), extent: $0.node.extent) }
  }
}

/// An affine map of straight RGBA, given as data.
package protocol ColorMatrixFilter: FilterDefinition, PointOperation {
  func matrix(in space: WorkingSpace) -> ColorMatrix
}

extension ColorMatrixFilter {
  package var alphaRule: AlphaRule { .straight }
  package func colorMatrix(in space: WorkingSpace) -> ColorMatrix? { matrix(in: space) }
  package func makeStage(in space: WorkingSpace) -> RowStage { ColorMatrixStage.make(matrix(in: space)) }
  package func evaluate(_ pixel: Pixel, in space: WorkingSpace) -> Pixel { matrix(in: space).apply(pixel) }
  package func peak(of inputs: [Float?]) -> Float? {
    (inputs.first ?? nil).map { matrix(in: .default).peak(after: $0) }
  }
  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(.point(self), extent: $0.node.extent) }
  }
}

/// The image over, with or against `inputBackgroundImage`, on premultiplied pixels.
package protocol BlendFilter: FilterDefinition, BlendOperation {
  associatedtype Kernel: BlendKernel
  func kernel(in space: WorkingSpace) -> Kernel
  /// The extent of the result.
  static func extent(_ image: CGRect, _ background: CGRect) -> CGRect
}

extension BlendFilter {
  package func makeBlend(in space: WorkingSpace) -> RowBlend { RowBlend(kernel: kernel(in: space)) }
  package func evaluate(_ source: Pixel, _ background: Pixel, in space: WorkingSpace) -> Pixel {
    kernel(in: space).apply(source, background)
  }
  package func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main, let background = inputs["inputBackgroundImage"] else { return nil }
    return image.appending(
      .blend(self), with: [background], extent: Self.extent(image.node.extent, background.node.extent))
  }
}

/// An image out of nothing.
package protocol GeneratorFilter: FilterDefinition, GeneratorOperation {
  associatedtype Kernel: GeneratorKernel
  func kernel(in space: WorkingSpace) -> Kernel
  var extent: CGRect { get }
}

extension GeneratorFilter {
  package var extent: CGRect { .infinite }
  package func makeStage(in space: WorkingSpace) -> RowStage { RowStage(generator: kernel(in: space)) }
  package func evaluate(x: Float, y: Float, in space: WorkingSpace) -> Pixel { kernel(in: space).apply(x: x, y: y) }
  package func image(from inputs: FilterImages) -> CIImage? {
    CIImage(node: RecipeNode(.generator(self), inputs: [], extent: extent))
  }
}

/// A coordinate map. The kernel may depend on the input's extent.
package protocol SampleFilter: FilterDefinition {
  associatedtype Map: SampleOperation
  func map(for extent: CGRect) -> Map
  func extent(of input: CGRect) -> CGRect
}

extension SampleFilter {
  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map {
      $0.appending(.sample(map(for: $0.node.extent)), extent: extent(of: $0.node.extent), keepsTags: true)
    }
  }
}

/// A neighbourhood filter that is its own operation.
package protocol AreaFilter: FilterDefinition, AreaOperation {
  func extent(of input: CGRect) -> CGRect
  /// Whether colour space and headroom of the input still describe the result (blurs and resampling: yes).
  var keepsTags: Bool { get }
}

extension AreaFilter {
  package var keepsTags: Bool { true }
  package func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(.area(self), extent: extent(of: $0.node.extent), keepsTags: keepsTags) }
  }
}

/// A small image computed from all pixels of `inputExtent`.
package protocol ReductionFilter: FilterDefinition {
  associatedtype Reduction: ReductionOperation
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
      .reduction(reduction(of: region)), extent: CGRect(x: 0, y: 0, width: size.width, height: size.height),
      keepsTags: true)
  }
}

/// A filter made of other filters; it has no pixels of its own.
package protocol CompositeFilter: FilterDefinition {}
