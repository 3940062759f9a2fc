internal import Foundation
internal import HeadroomGraphics
package import HeadroomPixels

/// A move by whole pixels. It stays within the coordinates of `PixelRect`: pixels moved farther lie outside of
/// everything.
package struct PixelOffset: Hashable, Sendable {
  package var dx = 0
  package var dy = 0

  package static let zero = PixelOffset()

  package init(dx: Int = 0, dy: Int = 0) {
    self.dx = dx
    self.dy = dy
  }

  /// The translation of a transform that moves by whole pixels.
  init(_ transform: CGAffineTransform) {
    func whole(_ value: CGFloat) -> Int {
      guard value.isFinite else { return 0 }
      return Int(Swift.min(Swift.max(Double(value), -Double(PixelRect.limit)), Double(PixelRect.limit)))
    }
    self.init(dx: whole(transform.tx), dy: whole(transform.ty))
  }

  package static func + (a: PixelOffset, b: PixelOffset) -> PixelOffset {
    PixelOffset(dx: bounded(a.dx + b.dx), dy: bounded(a.dy + b.dy))
  }

  package static func * (a: PixelOffset, factor: Int) -> PixelOffset {
    PixelOffset(dx: product(a.dx, factor), dy: product(a.dy, factor))
  }

  private static func bounded(_ value: Int) -> Int { Swift.min(Swift.max(value, -PixelRect.limit), PixelRect.limit) }

  private static func product(_ value: Int, _ factor: Int) -> Int {
    let (result, overflows) = value.multipliedReportingOverflow(by: factor)
    return overflows ? (value < 0) == (factor < 0) ? PixelRect.limit : -PixelRect.limit : bounded(result)
  }
}

extension PixelRect {
  package func offset(by offset: PixelOffset) -> PixelRect { self.offset(dx: offset.dx, dy: offset.dy) }
}
