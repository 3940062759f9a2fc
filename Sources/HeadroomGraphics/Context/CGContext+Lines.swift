public import Foundation

extension CGContext {
  /// Sets the width of lines in drawing's coordinates. 0 stands for a pixel, whatever the transform; negative widths and
  /// those that are not finite are ignored.
  public func setLineWidth(_ width: CGFloat) { if width >= 0, width.isFinite { state.line.width = width } }

  /// Sets how the ends of lines look.
  public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap }

  /// Sets how the corners of lines look.
  public func setLineJoin(_ join: CGLineJoin) { state.line.join = join }

  /// Sets the most that a miter may be longer than the line is wide; corners beyond it are beveled.
  public func setMiterLimit(_ limit: CGFloat) { if limit.isFinite { state.line.miterLimit = limit } }

  /// Sets the dashes of lines.
  ///
  /// - Parameters:
  ///   - phase: where in the pattern a line begins.
  ///   - lengths: drawn and left out in turn, in drawing's coordinates; an odd number of them is repeated with the parts
  ///     exchanged. Empty for whole lines; so are lengths below 0, not finite, or all 0.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) { state.line.setDashes(lengths, phase: phase) }
}
