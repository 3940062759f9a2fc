internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage

extension CIImage {
  /// The largest or smallest value of each channel within a radius.
  ///
  /// - Parameter isGrown: whether the picture becomes larger by the radius.
  func extreme(_ extreme: Extreme, ofDisc radius: Double, isGrown: Bool) -> CIImage {
    let radius = boundedReach(radius)
    return applyingNeighbourhood(growth: isGrown ? radius.rounded(.up) : 0) {
      DiscExtreme(extreme: extreme, radius: radius, edge: $0)
    }
  }

  /// The largest or smallest value of each channel in a rectangle with sides of odd numbers of pixels.
  func extreme(_ extreme: Extreme, ofRectangle width: Float, _ height: Float, isGrown: Bool) -> CIImage {
    let reach = RectangleWindow.Reach(
      x: Int(boundedReach(Double(width) / 2)), y: Int(boundedReach(Double(height) / 2)))
    if reach == RectangleWindow.Reach(x: 0, y: 0) { return self }
    if max(reach.x, reach.y) <= Self.largestRunningReach {
      let value = extreme == .largest ? WindowValue.largest : .smallest
      return windows(value, reachX: reach.x, reachY: reach.y, isGrown: isGrown)
    }
    let grown = extent.isUnbounded || !isGrown ? extent : extent.insetBy(dx: -CGFloat(reach.x), dy: -CGFloat(reach.y))
    return applyingNeighbourhood(extent: grown) { RectangleExtreme(extreme: extreme, reach: reach, edge: $0) }
  }

  /// The reach of a neighbourhood, limited: beyond the limits every picture that fits into memory is flat, and an
  /// unbounded one would have to be computed that far.
  func boundedReach(_ reach: Double) -> Double {
    min(reach, extent.isUnbounded && !repeatsEdges ? 1200 : 200_000)
  }
}
