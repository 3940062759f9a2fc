internal import Foundation
internal import HeadroomImage

/// The edits of a picture, in this order: exposure, crop, rotation, flip, resizing, filters, overlay, background.
package struct Edit: Sendable {
  /// The exposure that is applied before everything else.
  package enum Exposure: Hashable, Sendable {
    /// The exposure that brings the geometric mean of the light to 0.18 of white.
    case auto
    case stops(Double)
  }

  package var geometry = PictureGeometry()
  package var filters = FilterChain.none
  /// Nil exposes only pictures that do not state their brightness and are far from display light.
  package var exposure: Exposure?
  /// The colour under transparent pixels and the corners of free rotations; nil leaves them.
  package var background: BackgroundColor?

  package init(geometry: PictureGeometry = PictureGeometry(), filters: FilterChain = .none) {
    (self.geometry, self.filters) = (geometry, filters)
  }

  /// The requested stops, with which a RAW file is developed; 0 where its light decides.
  package var statedStops: Double { if case .stops(let stops)? = exposure { stops } else { 0 } }

  /// The image of a source after geometry and filters.
  func image(of source: PictureSource) throws(PictureError) -> CIImage {
    try filters.apply(to: geometry.apply(to: source.image(headroom: .infinity)))
  }

  /// The size of the result, from the source's headers.
  package func resultSize(of source: PictureSource) throws(PictureError) -> (width: Int, height: Int) {
    let extent = try image(of: source).extent.integral
    return (Int(extent.width), Int(extent.height))
  }
}
