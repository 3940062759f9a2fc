import Foundation
import HeadroomGraphics
import HeadroomTestSupport
import Testing

@Suite struct CGAffineTransformTests {
  private static let samples: [CGAffineTransform] = {
    var random = SeededGenerator(seed: 7)
    return (0..<50).map { _ in
      func number() -> CGFloat { CGFloat.random(in: -3...3, using: &random) }
      return CGAffineTransform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
    }
  }()

  private func expectEqual(_ left: CGAffineTransform, _ right: CGAffineTransform, tolerance: CGFloat = 1e-9) {
    let pairs = [
      (left.a, right.a), (left.b, right.b), (left.c, right.c), (left.d, right.d), (left.tx, right.tx),
      (left.ty, right.ty),
    ]
    for (first, second) in pairs { #expect(abs(first - second) < tolerance, "\(left) against \(right)") }
  }

  private func expectEqual(_ left: CGPoint, _ right: CGPoint) {
    #expect(abs(left.x - right.x) < 1e-9 && abs(left.y - right.y) < 1e-9, "\(left) against \(right)")
  }

  @Test func `a rotation turns from the x axis towards the y axis`() {
    expectEqual(CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2)), CGPoint(x: 0, y: 1))
  }

  @Test func `a product applies its left side first`() {
    let product = CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(translationX: 10, y: 20))
    expectEqual(CGPoint(x: 1, y: 1).applying(product), CGPoint(x: 12, y: 23))
  }

  @Test func `translating, scaling and rotating come before what was there`() {
    let scale = CGAffineTransform(scaleX: 2, y: 2)
    expectEqual(CGPoint(x: 1, y: 1).applying(scale.translatedBy(x: 5, y: 0)), CGPoint(x: 12, y: 2))
    let shift = CGAffineTransform(translationX: 5, y: 0)
    expectEqual(CGPoint(x: 1, y: 1).applying(shift.scaledBy(x: 2, y: 3)), CGPoint(x: 7, y: 3))
    expectEqual(CGPoint(x: 1, y: 0).applying(shift.rotated(by: .pi / 2)), CGPoint(x: 5, y: 1))
  }

  @Test func `an inverse undoes its transform`() {
    for transform in Self.samples where abs(transform.a * transform.d - transform.b * transform.c) > 0.1 {
      expectEqual(transform.concatenating(transform.inverted()), .identity)
    }
  }

  @Test func `a transform without inverse inverts to itself`() {
    let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 3, ty: 4)
    #expect(flat.inverted() == flat)
  }

  @Test func `parts put together again give the same transform`() {
    for transform in Self.samples { expectEqual(CGAffineTransform(transform.decomposed()), transform) }
  }

  @Test func `mirrors decompose into one negative scale without rotation`() {
    let flipped = CGAffineTransform(scaleX: 1, y: -2).decomposed()
    #expect(flipped.scale == CGSize(width: 1, height: -2) && flipped.rotation == 0)
    let mirrored = CGAffineTransform(scaleX: -1, y: 2).decomposed()
    #expect(mirrored.scale == CGSize(width: -1, height: 2) && mirrored.rotation == 0)
  }

  @Test func `decomposing names scale, shear, rotation and translation`() {
    let parts = CGAffineTransformComponents(
      scale: CGSize(width: 2, height: 3), horizontalShear: 0.25, rotation: 0.5, translation: CGVector(dx: 7, dy: -8))
    let found = CGAffineTransformDecompose(CGAffineTransformMakeWithComponents(parts))
    #expect(abs(found.scale.width - 2) < 1e-12 && abs(found.scale.height - 3) < 1e-12)
    #expect(abs(found.horizontalShear - 0.25) < 1e-12 && abs(found.rotation - 0.5) < 1e-12)
    #expect(found.translation == CGVector(dx: 7, dy: -8))
  }

  @Test func `a rectangle becomes the bounding box of its corners`() {
    let box = CGRect(x: 0, y: 0, width: 2, height: 1).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(box.minX + 1) < 1e-12 && abs(box.maxY - 2) < 1e-12 && abs(box.width - 1) < 1e-12)
    #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
    #expect(CGRect.infinite.applying(CGAffineTransform(scaleX: 2, y: 2)).isInfinite)
  }

  @Test func `a size ignores translation`() {
    let transform = CGAffineTransform(a: 0, b: 2, c: -1, d: 0, tx: 9, ty: 9)
    #expect(CGSize(width: 3, height: 4).applying(transform) == CGSize(width: -4, height: 6))
  }

  @Test func `pixel grids map to themselves by whole shifts, quarter turns and mirrors only`() {
    #expect(CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 3, ty: 4).mapsPixelGridToItself)
    #expect(CGAffineTransform(scaleX: -1, y: 1).mapsPixelGridToItself)
    #expect(!CGAffineTransform(translationX: 0.5, y: 0).mapsPixelGridToItself)
    #expect(!CGAffineTransform(scaleX: 2, y: 1).mapsPixelGridToItself)
    #expect(!CGAffineTransform(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0).mapsPixelGridToItself)
  }

  @Test func `transforms and vectors survive coding`() throws {
    let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
    let data = try JSONEncoder().encode(transform)
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == transform)
    let vector = CGVector(dx: 1, dy: -2)
    #expect(try JSONDecoder().decode(CGVector.self, from: JSONEncoder().encode(vector)) == vector)
  }
}
