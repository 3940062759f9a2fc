public import Foundation
internal import HeadroomGraphics

// AppKit's words for rectangles of this thread's context. Operations that contexts do not know draw nothing.
extension CGRect {
  /// Fills the rectangle with the fill colour, by the current context's operation or another one.
  public func fill(using operation: NSCompositingOperation? = nil) { [self].fill(using: operation) }

  /// Fills a frame inside the rectangle with the fill colour.
  public func frame(withWidth width: CGFloat = 1, using operation: NSCompositingOperation? = nil) {
    frameInside(width: width).fill(using: operation)
  }

  /// Limits drawing to the rectangle, inside the existing limits.
  public func clip() { UIGraphicsGetCurrentContext()?.clip(to: self) }
}

extension Sequence<CGRect> {
  /// Fills the rectangles with the fill colour, by the current context's operation or another one.
  public func fill(using operation: NSCompositingOperation? = nil) {
    guard let current = NSGraphicsContext.current,
      let mode = (operation ?? current.compositingOperation).blendMode
    else { return }
    current.cgContext.fill(Array(self), blendMode: mode)
  }
}

/// Fills a rectangle of the current context with its fill colour, replacing what is there.
public func NSRectFill(_ rect: CGRect) { rect.fill(using: .copy) }

/// Fills a rectangle of the current context with its fill colour.
public func NSRectFillUsingOperation(_ rect: CGRect, _ op: NSCompositingOperation) { rect.fill(using: op) }

/// Limits drawing into the current context to a rectangle, inside the existing limits.
public func NSRectClip(_ rect: CGRect) { rect.clip() }

/// Fills a frame of one point inside a rectangle with the fill colour.
public func NSFrameRect(_ rect: CGRect) { rect.frame(withWidth: 1, using: .copy) }
