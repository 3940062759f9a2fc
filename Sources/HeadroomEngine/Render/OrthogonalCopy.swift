import Foundation
import HeadroomGraphics
internal import HeadroomPixels

/// Quarter turns and flips: every pixel is copied from exactly one other.
enum OrthogonalCopy {
  /// - Parameter tile: brings a rectangle of the input.
  static func run(_ transform: CGAffineTransform, _ target: Tile, tile: (PixelRect) -> Tile) {
    let inverse = transform.inverted()
    let rect = unsafe target.rect
    let source = unsafe tile(PixelRect(enclosing: rect.cgRect.applying(inverse).roundedToPixels))
    // The source of the first pixel's centre, and the step per output column and row.
    let first = CGPoint(x: CGFloat(rect.minX) + 0.5, y: CGFloat(rect.minY) + 0.5).applying(inverse)
    let (x0, y0) = unsafe (
      Int(first.x.rounded(.down)) - source.rect.minX, Int(first.y.rounded(.down)) - source.rect.minY
    )
    let columnStep = unsafe Int(inverse.a) + Int(inverse.b) * source.stride
    let rowStep = unsafe Int(inverse.c) + Int(inverse.d) * source.stride
    for plane in 0..<4 {
      let from = unsafe source.base + (plane * source.planeStride + y0 * source.stride + x0)
      unsafe copy(from, columnStep, rowStep, into: target, plane: plane)
    }
  }

  /// Blocks of 16 columns, so that a transposed read reuses the cache lines it touches.
  private static func copy(
    _ from: UnsafeMutablePointer<Float>, _ columnStep: Int, _ rowStep: Int, into target: Tile, plane: Int
  ) {
    let rect = unsafe target.rect
    for block in stride(from: 0, to: rect.width, by: 16) {
      let end = min(block + 16, rect.width)
      for j in 0..<rect.height {
        let row = unsafe from + j * rowStep
        let out = unsafe target.row(plane, y: rect.minY + j)
        for i in block..<end { unsafe out[i] = row[i * columnStep] }
      }
    }
  }
}

extension CGRect {
  /// The rectangle with its edges, which are whole up to rounding, made whole.
  fileprivate var roundedToPixels: CGRect {
    let (x0, y0) = (minX.rounded(), minY.rounded())
    return CGRect(x: x0, y: y0, width: maxX.rounded() - x0, height: maxY.rounded() - y0)
  }
}
