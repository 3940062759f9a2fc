public import Foundation
public import HeadroomGraphics

extension UIBezierPath {
  /// Whether the path has no element.
  public var isEmpty: Bool { cgPath.isEmpty }
  /// The least rectangle around all points, those that control curves too; null for an empty path.
  public var bounds: CGRect { cgPath.boundingBox }
  /// The end of the last element.
  public var currentPoint: CGPoint { cgPath.currentPoint }
  /// Whether a point lies inside, by the path's rule.
  public func contains(_ point: CGPoint) -> Bool { cgPath.contains(point, using: line.rule) }

  /// The width of the line; 1 unless set.
  public var lineWidth: CGFloat {
    get { line.width }
    set { line.width = newValue }
  }
  /// The ends of the line.
  public var lineCapStyle: CGLineCap {
    get { line.cap }
    set { line.cap = newValue }
  }
  /// The corners of the line.
  public var lineJoinStyle: CGLineJoin {
    get { line.join }
    set { line.join = newValue }
  }
  /// The most that a miter may be longer than the line is wide; 10 unless set.
  public var miterLimit: CGFloat {
    get { line.miterLimit }
    set { line.miterLimit = newValue }
  }
  /// Whether the inside is found by the even-odd rule.
  public var usesEvenOddFillRule: Bool {
    get { line.rule == .evenOdd }
    set { line.rule = newValue ? .evenOdd : .winding }
  }

  /// Sets the dashes of the line.
  ///
  /// - Parameters:
  ///   - pattern: lengths that are drawn and left out in turn; nil for a whole line.
  ///   - count: how many there are.
  ///   - phase: where in the pattern the line begins.
  public func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    unsafe line.setDashes(pattern, count: count, phase: phase)
  }

  /// Writes the dashes, where they are asked for; `pattern` has to have room for as many as `count` says.
  public func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    unsafe line.getDashes(pattern, count: count, phase: phase)
  }

  /// Fills the inside with the current context's fill colour.
  public func fill() { line.fill(cgPath, UIGraphicsGetCurrentContext()) }

  /// Draws the line with the current context's stroke colour.
  public func stroke() { line.stroke(cgPath, UIGraphicsGetCurrentContext()) }

  /// Fills the inside with a blend mode and an alpha.
  public func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    line.fill(cgPath, UIGraphicsGetCurrentContext(), mode: blendMode, alpha: alpha)
  }

  /// Draws the line with a blend mode and an alpha.
  public func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
    line.stroke(cgPath, UIGraphicsGetCurrentContext(), mode: blendMode, alpha: alpha)
  }

  /// Limits drawing into the current context to the inside.
  public func addClip() { line.clip(cgPath, UIGraphicsGetCurrentContext()) }
}
