internal import Foundation
package import HeadroomGraphics
package import HeadroomPixels

/// The coordinate map of an affine transform: each output centre is taken back through the inverse.
package struct AffineMap: WarpOperation {
  /// Output position to input position.
  package let inverse: CGAffineTransform
  package let forward: CGAffineTransform

  /// Nil when the transform has no inverse.
  package init?(_ transform: CGAffineTransform) {
    let determinant = transform.a * transform.d - transform.b * transform.c
    guard determinant.isFinite, Swift.abs(determinant) > 1e-12 else { return nil }
    forward = transform
    inverse = transform.inverted()
  }

  package var fingerprint: Fingerprint {
    Fingerprint("affine", [forward.a, forward.b, forward.c, forward.d, forward.tx, forward.ty].map(Double.init))
  }

  /// How many times the picture can be halved before the rest of the transform shrinks it by less than two.
  package var halvings: Int {
    let scale = (Double(Swift.abs(forward.a * forward.d - forward.b * forward.c))).squareRoot()
    guard scale > 0, scale < 0.5 else { return 0 }
    return Swift.min(12, Int((-Foundation.log2(scale)).rounded(.down)))
  }

  package func region(for output: PixelRect) -> PixelRect {
    output.isInfinite ? .infinite : PixelRect(enclosing: output.cgRect.applying(inverse))
  }

  package func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let (px, py) = (Double(x), Double(y))
    return (
      Float(Double(inverse.a) * px + Double(inverse.c) * py + Double(inverse.tx)),
      Float(Double(inverse.b) * px + Double(inverse.d) * py + Double(inverse.ty))
    )
  }
}
