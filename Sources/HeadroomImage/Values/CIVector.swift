public import Foundation
public import HeadroomGraphics

/// An immutable list of numbers: positions, sizes, rectangles, weights and transforms of filters.
///
/// Reading past the end gives 0, so that a vector of two numbers can be used where four are expected.
public final class CIVector: Hashable, Sendable, CustomStringConvertible {
  /// The numbers, in order.
  package let values: [CGFloat]

  /// Makes a vector of any length.
  public init(_ values: [CGFloat]) { self.values = values }

  /// Makes a vector from memory that holds `count` numbers; the numbers are copied.
  public init(values: UnsafePointer<CGFloat>, count: Int) {
    self.values = unsafe Array(UnsafeBufferPointer(start: values, count: max(count, 0)))
  }

  /// Makes a vector of one number.
  public convenience init(x: CGFloat) { self.init([x]) }

  /// Makes a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

  /// Makes a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

  /// Makes a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

  /// Makes a vector of a point's x and y.
  public convenience init(cgPoint point: CGPoint) { self.init([point.x, point.y]) }

  /// Makes a vector of a rectangle's x, y, width and height.
  public convenience init(cgRect rectangle: CGRect) {
    self.init([rectangle.origin.x, rectangle.origin.y, rectangle.size.width, rectangle.size.height])
  }

  /// Makes a vector of a transform's a, b, c, d, tx and ty.
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    self.init([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
  }

  /// Makes a vector from text such as `[1 0.5 -3]`; the first word that is not a number ends the list.
  public convenience init(string representation: String) { self.init(NumberList.parse(representation)) }

  /// The number of values in the vector.
  public var count: Int { values.count }

  /// The number at a position, 0 where there is none.
  public func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }

  /// The first number.
  public var x: CGFloat { value(at: 0) }

  /// The second number.
  public var y: CGFloat { value(at: 1) }

  /// The third number.
  public var z: CGFloat { value(at: 2) }

  /// The fourth number.
  public var w: CGFloat { value(at: 3) }

  /// The first two numbers as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The first four numbers as a rectangle.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// The first six numbers as an affine transform.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
  }

  /// The numbers in brackets, separated by spaces: `[1 0.5 -3]`.
  public var stringRepresentation: String { "[" + NumberList.text(values) + "]" }

  public var description: String { stringRepresentation }

  public static func == (left: CIVector, right: CIVector) -> Bool { left.values == right.values }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
