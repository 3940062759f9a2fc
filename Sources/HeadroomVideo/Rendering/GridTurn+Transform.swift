package import Foundation
package import HeadroomGraphics
internal import HeadroomPixels

extension GridTurn {
  /// The turn that a transform of pixels holds, whatever else it does; none where it slants or rotates by other angles.
  ///
  /// - Parameter transform: both its sides have their origin at the top left.
  package init(in transform: CGAffineTransform) {
    if transform.b == 0, transform.c == 0 {
      self.init(mirrorsColumns: transform.a < 0, mirrorsRows: transform.d < 0)
    } else if transform.a == 0, transform.d == 0 {
      self.init(isTransposed: true, mirrorsColumns: transform.c < 0, mirrorsRows: transform.b < 0)
    } else {
      self = .none
    }
  }

  /// From a picture's pixels to the turned one's, the origin of both at the top left.
  package func transform(of size: CGSize) -> CGAffineTransform {
    let (across, down) = isTransposed ? (size.height, size.width) : (size.width, size.height)
    let (x, y): (Double, Double) = (mirrorsColumns ? -1 : 1, mirrorsRows ? -1 : 1)
    return CGAffineTransform(
      a: isTransposed ? 0 : x, b: isTransposed ? y : 0, c: isTransposed ? x : 0, d: isTransposed ? 0 : y,
      tx: mirrorsColumns ? across : 0, ty: mirrorsRows ? down : 0)
  }
}
