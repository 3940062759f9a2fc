internal import Foundation
internal import HeadroomEngine
public import HeadroomImage

extension CIImage {
  /// Every channel replaced by the median of a square of `2 * radius + 1` pixels around it: takes away what is smaller than
  /// half of the square and keeps edges. Core Image has the square of three pixels only, `CIFilter.median()`.
  ///
  /// The median is exact whatever the values, of linear light that is not clamped: it is one of the values in the square. What is
  /// not a number counts as 0. Alpha, by which colour is multiplied, has a median of its own. Outside its extent the image is
  /// transparent, and that takes part; the extent stays, as do colour space and content headroom. Time grows with the radius,
  /// not with the square: a radius of 30 takes about three times as long as one of 3, and radii of 1 and 2 a small part of that.
  ///
  /// - Parameter radius: pixels on each side, 0 ... 128; 0 and less leave the image as it is, more counts as 128.
  public func applyingMedian(radius: Int) -> CIImage {
    if radius <= 0 { return self }
    if radius == 1 { return applyingFilter("CIMedianFilter") }
    let reach = Swift.min(radius, MedianOfWindow.largestReach)
    let result = applyingNeighbourhood(growth: 0) { MedianOfWindow(reach: reach, edge: $0) }
    return result.made(
      by: NodeOrigin(.method("applyingMedian"), imageKeys: ["image"]) { [("radius", reach)] }, from: [self])
  }
}
