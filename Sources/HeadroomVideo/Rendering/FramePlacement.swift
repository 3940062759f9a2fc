internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// How a frame comes to its place: its planes are turned, which costs a copy of codes, then a recipe does the rest.
///
/// Turning light instead would write and read four floats for each pixel.
struct FramePlacement {
  let turn: GridTurn
  /// From turned pixels to the target's, the origin of both at the top left.
  private let rest: CGAffineTransform
  /// From pixels as displayed to turned ones.
  private let turning: CGAffineTransform
  /// Pixels of a turned frame.
  let size: CGSize

  /// - Parameters:
  ///   - transform: from pixels as displayed to the target's, the origin of both at the top left.
  ///   - size: of the frame as displayed.
  init(_ transform: CGAffineTransform, of size: CGSize) {
    turn = GridTurn(in: transform)
    turning = turn.transform(of: size)
    rest = turn == .none ? transform : turning.inverted().concatenating(transform)
    self.size = turn.isTransposed ? CGSize(width: size.height, height: size.width) : size
  }

  /// A rectangle of displayed pixels in turned ones.
  func turned(_ rectangle: CGRect) -> CGRect { turn == .none ? rectangle : rectangle.applying(turning) }

  /// A turned frame at its place.
  ///
  /// - Parameter height: of the target.
  func placed(_ image: CIImage, inHeight height: Double) -> CIImage {
    let placed = rest.flipped(from: size.height, to: height)
    return placed.isIdentity ? image : image.transformed(by: placed)
  }
}
