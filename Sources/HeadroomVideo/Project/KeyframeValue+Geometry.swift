package import Foundation
package import HeadroomGraphics

extension Double: KeyframeValue {
  package static func mix(_ first: Double, _ second: Double, weight: Double) -> Double {
    // Finite even where the difference is not; equal ends stay what they are, bit for bit.
    first == second ? first : first * (1 - weight) + second * weight
  }
}

/// Each of the six numbers by itself, as AVFoundation's ramps do.
extension CGAffineTransform: KeyframeValue {
  package static func mix(
    _ first: CGAffineTransform, _ second: CGAffineTransform, weight: Double
  ) -> CGAffineTransform {
    CGAffineTransform(
      a: .mix(first.a, second.a, weight: weight), b: .mix(first.b, second.b, weight: weight),
      c: .mix(first.c, second.c, weight: weight), d: .mix(first.d, second.d, weight: weight),
      tx: .mix(first.tx, second.tx, weight: weight), ty: .mix(first.ty, second.ty, weight: weight))
  }
}

/// Origin and size.
extension CGRect: KeyframeValue {
  package static func mix(_ first: CGRect, _ second: CGRect, weight: Double) -> CGRect {
    CGRect(
      x: .mix(first.origin.x, second.origin.x, weight: weight),
      y: .mix(first.origin.y, second.origin.y, weight: weight),
      width: .mix(first.size.width, second.size.width, weight: weight),
      height: .mix(first.size.height, second.size.height, weight: weight))
  }
}

extension CGFloat {
  fileprivate static func mix(_ first: CGFloat, _ second: CGFloat, weight: Double) -> CGFloat {
    CGFloat(Double.mix(Double(first), Double(second), weight: weight))
  }
}
