internal import Foundation
internal import HeadroomImage

/// What is done to a picture, in this order: its light is exposed, it is cropped, rotated, flipped and resized, filtered, gets its
/// overlay, and is laid on a background.
package struct Edit: Sendable {
  /// How much the light is brightened before all else.
  package enum Exposure: Hashable, Sendable {
    /// What brings the geometric mean of the light to 0.18 of white.
    case auto
    case stops(Double)
  }

  package var geometry = PictureGeometry()
  package var filters = FilterChain.none
  /// Nil exposes what says nothing of its brightness and is far from display light.
  package var exposure: Exposure?
  /// What transparent pixels, and the corners of free turns, lie on; nil leaves them.
  package var background: BackgroundColor?

  package init(geometry: PictureGeometry = PictureGeometry(), filters: FilterChain = .none) {
    (self.geometry, self.filters) = (geometry, filters)
  }

  /// The stops that were asked for, of which a sensor's file is developed with; 0 where its light decides.
  package var statedStops: Double { if case .stops(let stops)? = exposure { stops } else { 0 } }

  /// The image of a source behind geometry and filters.
  func image(of source: PictureSource) throws(PictureError) -> CIImage {
    try filters.apply(to: geometry.apply(to: source.image(headroom: .infinity)))
  }

  /// The size of what becomes of a source, by its headers.
  package func resultSize(of source: PictureSource) throws(PictureError) -> (width: Int, height: Int) {
    let extent = try image(of: source).extent.integral
    return (Int(extent.width), Int(extent.height))
  }
}
