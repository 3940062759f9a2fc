internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// A warp over a picture that has been halved some times.
struct MipmapWarp<Base: TileWarp>: TileWarp {
  let base: Base
  let levels: Int

  private var factor: Float { 1 / Float(1 << levels) }

  var fingerprint: Fingerprint {
    let print = base.fingerprint
    return Fingerprint(print.name, print.values + [Double(levels)], objects: print.objects)
  }

  func region(for output: PixelRect) -> PixelRect {
    (0..<levels).reduce(base.region(for: output)) { rect, _ in rect.halved }
  }

  func positions(in rect: PixelRect) -> PixelRect? {
    base.positions(in: rect).map { positions in (0..<levels).reduce(positions) { rect, _ in rect.halved } }
  }

  func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let position = base.source(x: x, y: y)
    return (position.x * factor, position.y * factor)
  }

  func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    unsafe base.fillCoordinates(x: x, y: y, count: count, sx, sy)
    let factor = factor
    for i in 0..<count {
      unsafe sx[i] *= factor
      unsafe sy[i] *= factor
    }
  }
}

/// Halvings in front of a warp that makes a picture smaller, against aliasing.
enum MipmapLevels {
  /// Halvings until a step crosses less than two pixels, as for affine transforms.
  static func count(for shrinking: Float) -> Int {
    shrinking >= 2 && shrinking.isFinite ? min(12, Int(Foundation.log2(Double(shrinking)))) : 0
  }

  static func scaling(_ levels: Int) -> CGAffineTransform {
    let scale = 1 / CGFloat(1 << levels)
    return CGAffineTransform(scaleX: scale, y: scale)
  }
}
