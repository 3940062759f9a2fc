internal import Foundation

extension CIImage {
  /// The image spread by a Gaussian; what lies beyond a finite extent is transparent.
  func gaussianBlurred(sigma: Double) -> CIImage {
    // An image without edges has to be computed as far as the Gaussian reaches, so its reach is bounded.
    let sigma = extent.isUnbounded && !repeatsEdges ? min(sigma, 400) : min(sigma, GaussianWeights.largestSigma)
    return applyingNeighbourhood(growth: ceil(3 * sigma)) { edge in
      GaussianConvolution(sigma: sigma, edge: edge)
    }
  }

  /// The image spread by a Gaussian whose pixels at the edge of the extent are repeated beyond it; infinite.
  func gaussianBlurredWithRepeatedEdges(sigma: Double) -> CIImage { clampedToExtent().gaussianBlurred(sigma: sigma) }

  /// Appends an area operation. Repeated edges are left to the operation, which then needs no pixels beyond the picture.
  func applyingNeighbourhood(growth: CGFloat, _ operation: (EdgeMode) -> some AreaImplementation) -> CIImage {
    if repeatsEdges, let picture = node.inputs.first {
      let below = CIImage(node: picture, tags: tags, samplesNearest: samplesNearest)
      return below.appending(
        area: operation(.clamp(PixelRect(enclosing: picture.extent))), extent: .infinite, keepsTags: true)
    }
    return appending(area: operation(.zero), extent: extent.grown(by: growth), keepsTags: true)
  }

  /// Whether this is a finite picture with its edges repeated without end.
  var repeatsEdges: Bool {
    guard case .clamp = node.kind, let picture = node.inputs.first else { return false }
    return !PixelRect(enclosing: picture.extent).isEmpty
  }
}

extension CGRect {
  /// Larger by a margin on each side; infinite and null rectangles stay what they are.
  func grown(by margin: CGFloat) -> CGRect { isUnbounded || isNull ? self : insetBy(dx: -margin, dy: -margin) }
}
