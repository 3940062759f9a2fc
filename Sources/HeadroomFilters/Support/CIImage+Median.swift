internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

extension CIImage {
  /// Every channel replaced by the median of a square of `2 * radius + 1` pixels around it: removes details smaller
  /// than half of the square and keeps edges. Core Image has only the square of three pixels, `CIFilter.median()`.
  ///
  /// The median is exact, always one of the values in the square, and computed in linear light that is not clamped. NaN
  /// counts as 0. Colour is premultiplied; alpha has its own median. Outside its extent the image is transparent, and
  /// transparent pixels count; extent, colour space and content headroom are kept. Time grows with the radius, not with
  /// the square's area: a radius of 30 takes about three times as long as one of 3, and radii of 1 and 2 a small part
  /// of that.
  ///
  /// - Parameter radius: pixels on each side, 0 ... 128; 0 and less leave the image as it is, larger values count
  ///   as 128.
  public func applyingMedian(radius: Int) -> CIImage {
    if radius <= 0 { return self }
    if radius == 1 { return applyingFilter("CIMedianFilter") }
    let reach = Swift.min(radius, MedianOfWindow.largestReach)
    let result = applyingNeighbourhood(growth: 0) { MedianOfWindow(reach: reach, edge: $0) }
    return result.made(
      by: NodeOrigin(.method("applyingMedian"), imageKeys: ["image"]) { [("radius", reach)] }, from: [self])
  }
}
