internal import Foundation
internal import HeadroomEngine
package import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// The image blurred by a Gaussian; pixels beyond a finite extent are transparent.
  func gaussianBlurred(sigma: Double) -> CIImage {
    // An unbounded image has to be computed as far as the Gaussian reaches, so its reach is limited.
    let sigma = extent.isUnbounded && !repeatsEdges ? min(sigma, 400) : min(sigma, GaussianWeights.largestSigma)
    let pyramid = GaussianPyramid(sigma: sigma)
    return blurred(halvings: pyramid.halvings, growth: ceil(3 * sigma)) {
      let convolution = GaussianConvolution(sigma: pyramid.sigma, edge: $0)
      return (convolution, convolution.weights.radius)
    }
  }

  /// A wide convolution, on a smaller copy of the image where there are halvings.
  ///
  /// - Parameters:
  ///   - growth: how much larger the result is on each side.
  ///   - convolution: the operation on the smallest copy, and its reach in pixels of that copy.
  func blurred<Convolution: AreaImplementation>(
    halvings: Int, growth: CGFloat, _ convolution: (EdgeMode) -> (operation: Convolution, reach: Int)
  ) -> CIImage {
    if halvings == 0 { return applyingNeighbourhood(growth: growth) { convolution($0).operation } }
    if repeatsEdges, let picture {
      let edge = EdgeMode.clamp(PixelRect(enclosing: picture.extent))
      return picture.blurred(halvings: halvings, edge: edge, extent: .infinite, convolution)
    }
    return blurred(halvings: halvings, edge: .zero, extent: extent.grown(by: growth), convolution)
  }

  /// Halves, convolves and enlarges. Every level is stored, since a tile reaches far on the small ones.
  private func blurred<Convolution: AreaImplementation>(
    halvings: Int, edge: EdgeMode, extent: CGRect, _ convolution: (EdgeMode) -> (operation: Convolution, reach: Int)
  ) -> CIImage {
    var (image, edge, rect) = (self, edge, PixelRect(enclosing: self.extent))
    func append(_ operation: some AreaImplementation, _ grown: PixelRect) {
      image = image.appending(area: operation, extent: grown.cgRect, keepsTags: true)
      rect = grown
      edge = edge.moved(to: grown)
    }
    for _ in 0..<halvings {
      append(BinomialHalving(edge: edge), BinomialHalving.extent(of: rect))
      image = image.storing(.render)
    }
    let (operation, reach) = convolution(edge)
    append(operation, rect.expanded(dx: reach, dy: reach))
    return image.appending(
      area: SplineEnlargement(octaves: halvings, edge: edge), extent: extent, keepsTags: true)
  }

  /// The image blurred by a Gaussian, with the pixels at the edge of the extent repeated beyond it; infinite.
  package func gaussianBlurredWithRepeatedEdges(sigma: Double) -> CIImage {
    clampedToExtent().gaussianBlurred(sigma: sigma)
  }

  /// Appends an area operation. Repeated edges are left to the operation, which then needs no pixels beyond the picture.
  func applyingNeighbourhood(growth: CGFloat, _ operation: (EdgeMode) -> some AreaImplementation) -> CIImage {
    applyingNeighbourhood(extent: extent.grown(by: growth), operation)
  }

  /// - Parameter grown: the extent of the result, where the picture's edges are not repeated.
  func applyingNeighbourhood(extent grown: CGRect, _ operation: (EdgeMode) -> some AreaImplementation) -> CIImage {
    if repeatsEdges, let picture {
      return picture.appending(
        area: operation(.clamp(PixelRect(enclosing: picture.extent))), extent: .infinite, keepsTags: true)
    }
    return appending(area: operation(.zero), extent: grown, keepsTags: true)
  }

  /// Windows larger than this are folded as a whole; running sums of smaller ones stay short.
  static let largestRunningReach = 2048

  /// The mean, the largest or the smallest value in a rectangle: along rows, then down columns; small rectangles in one
  /// step.
  func windows(_ value: WindowValue, reachX: Int, reachY: Int, isGrown: Bool = true) -> CIImage {
    var (image, rect) = (self, PixelRect(enclosing: extent))
    var edge = EdgeMode.zero
    if repeatsEdges, let picture {
      (image, rect) = (picture, PixelRect(enclosing: picture.extent))
      edge = .clamp(rect)
    }
    let all = repeatsEdges ? CGRect.infinite : isGrown ? extent.grown(byX: reachX, y: reachY) : extent
    if max(reachX, reachY) <= SmallWindow.largestReach {
      let small = SmallWindow(value: value, reach: RectangleWindow.Reach(x: reachX, y: reachY), edge: edge)
      return image.appending(area: small, extent: all, keepsTags: true)
    }
    if reachX > 0 {
      rect = rect.expanded(dx: reachX, dy: 0)
      let rows = RowWindows(value: value, reach: reachX, edge: edge)
      image = image.appending(area: rows, extent: reachY > 0 ? rect.cgRect : all, keepsTags: true)
      edge = edge.moved(to: rect)
    }
    guard reachY > 0 else { return image }
    return image.appending(
      area: ColumnWindows(value: value, reach: reachY, edge: edge), extent: all, keepsTags: true)
  }

  /// The first image that this one is made from.
  var picture: CIImage? {
    node.inputs.first.map { CIImage(node: $0, tags: tags, sampling: sampling) }
  }

  /// Whether this is a finite picture with its edges repeated without end.
  var repeatsEdges: Bool {
    guard case .clamp = node.kind, let picture = node.inputs.first else { return false }
    return !PixelRect(enclosing: picture.extent).isEmpty
  }
}

extension CGRect {
  /// Larger by a margin on each side; infinite and null rectangles stay as they are.
  func grown(by margin: CGFloat) -> CGRect { isUnbounded || isNull ? self : insetBy(dx: -margin, dy: -margin) }

  /// Larger by margins on the sides, and above and below.
  func grown(byX x: Int, y: Int) -> CGRect {
    isUnbounded || isNull ? self : insetBy(dx: -CGFloat(x), dy: -CGFloat(y))
  }
}
