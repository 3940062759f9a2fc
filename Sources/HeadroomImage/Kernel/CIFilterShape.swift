public import Foundation
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels

/// The area where an image may be other than transparent, as a set of rectangles of whole pixels.
public final class CIFilterShape: Sendable {
  private let parts: [PixelRect]

  private init(parts: [PixelRect]) { self.parts = parts.filter { !$0.isEmpty } }

  /// A rectangle, rounded outwards to whole pixels.
  public convenience init(rect: CGRect) { self.init(parts: [PixelRect(enclosing: rect.sound)]) }

  /// The smallest rectangle around the shape; null where it is empty.
  public var extent: CGRect { parts.isEmpty ? .null : parts.reduce(PixelRect.empty) { $0.union($1) }.cgRect }

  /// The shape under a transform: with `interior` the pixels that are fully covered, otherwise all that are touched.
  public func transform(by transform: CGAffineTransform, interior: Bool) -> CIFilterShape {
    CIFilterShape(
      parts: parts.map { part in
        if part.isInfinite { return part }
        let moved = part.cgRect.applying(transform).sound
        guard interior, !moved.isNull else { return PixelRect(enclosing: moved) }
        return PixelRect(inside: moved)
      })
  }

  /// The shape with each of its rectangles shrunk on all sides; negative amounts enlarge them.
  public func insetBy(x dx: Int32, y dy: Int32) -> CIFilterShape {
    CIFilterShape(parts: parts.map { $0.expanded(dx: -Int(dx), dy: -Int(dy)) })
  }

  /// The union of two shapes.
  public func union(with shape: CIFilterShape) -> CIFilterShape { CIFilterShape(parts: parts + shape.parts) }

  /// The union of the shape and a rectangle.
  public func union(with rect: CGRect) -> CIFilterShape { union(with: CIFilterShape(rect: rect)) }

  /// The intersection of two shapes.
  public func intersect(with shape: CIFilterShape) -> CIFilterShape {
    CIFilterShape(parts: parts.flatMap { part in shape.parts.map { part.intersection($0) } })
  }

  /// The intersection of the shape and a rectangle.
  public func intersect(with rect: CGRect) -> CIFilterShape { intersect(with: CIFilterShape(rect: rect)) }
}

extension PixelRect {
  /// The pixels that a rectangle fully covers.
  fileprivate init(inside rect: CGRect) {
    let outer = PixelRect(enclosing: rect)
    // A rectangle that ends between pixels excludes its last column.
    func isWhole(_ value: CGFloat) -> Bool { value == value.rounded() }
    self.init(
      minX: outer.minX + (isWhole(rect.minX) ? 0 : 1), minY: outer.minY + (isWhole(rect.minY) ? 0 : 1),
      maxX: outer.maxX - (isWhole(rect.maxX) ? 0 : 1), maxY: outer.maxY - (isWhole(rect.maxY) ? 0 : 1))
  }
}

extension CIImage {
  /// Where the image may be other than transparent.
  public var definition: CIFilterShape { CIFilterShape(rect: extent) }
}
