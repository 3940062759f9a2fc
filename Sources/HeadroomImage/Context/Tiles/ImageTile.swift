public import Foundation
public import HeadroomGraphics

/// A square of an image at a zoom level; see ``ImageTiles``.
public struct ImageTile: Sendable {
  /// The zoom level: one of its pixels is 2^level of the image's pixels wide.
  public let level: Int
  /// Counted from the origin of the level to the right; negative left of it.
  public let column: Int
  /// Counted from the origin of the level upwards; negative below it.
  public let row: Int
  /// Its place, in pixels of the level, y up.
  public let rect: CGRect
  /// Its pixels; transparent black outside the image.
  public let image: CGImage
  /// Whether it was kept from an earlier request.
  public let isKept: Bool
}
