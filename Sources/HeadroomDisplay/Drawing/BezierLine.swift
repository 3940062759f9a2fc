internal import Foundation
internal import HeadroomGraphics

/// How a path of UIKit or AppKit is drawn: what the path keeps of it, where Core Graphics has it in the context.
struct BezierLine {
  var width: CGFloat = 1
  var cap = CGLineCap.butt
  var join = CGLineJoin.miter
  var miterLimit: CGFloat = 10
  var dashes: [CGFloat] = []
  var phase: CGFloat = 0
  var rule = CGPathFillRule.winding

  /// Sets the dashes from a client's array; none where there is no array.
  mutating func setDashes(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dashes = unsafe pattern.map { unsafe Array(UnsafeBufferPointer(start: $0, count: max(count, 0))) } ?? []
    self.phase = phase
  }

  /// Writes the dashes into a client's memory; nil where it does not want to know.
  func getDashes(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?, phase: UnsafeMutablePointer<CGFloat>?
  ) {
    if let pattern = unsafe pattern {
      for (index, length) in dashes.enumerated() { unsafe pattern[index] = length }
    }
    unsafe count?.pointee = dashes.count
    unsafe phase?.pointee = self.phase
  }

  func fill(_ path: CGPath, _ context: CGContext?, mode: CGBlendMode? = nil, alpha: CGFloat = 1) {
    draw(context, mode, alpha) { context in
      context.addPath(path)
      context.fillPath(using: rule)
    }
  }

  func stroke(_ path: CGPath, _ context: CGContext?, mode: CGBlendMode? = nil, alpha: CGFloat = 1) {
    draw(context, mode, alpha) { context in
      context.setLineWidth(width)
      context.setLineCap(cap)
      context.setLineJoin(join)
      context.setMiterLimit(miterLimit)
      context.setLineDash(phase: phase, lengths: dashes)
      context.addPath(path)
      context.strokePath()
    }
  }

  func clip(_ path: CGPath, _ context: CGContext?) {
    context?.beginPath()
    context?.addPath(path)
    context?.clip(using: rule)
  }

  private func draw(_ context: CGContext?, _ mode: CGBlendMode?, _ alpha: CGFloat, _ body: (CGContext) -> Void) {
    guard let context else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let mode {
      context.setBlendMode(mode)
      context.setAlpha(alpha)
    }
    context.beginPath()
    body(context)
  }
}
