public import Foundation
internal import HeadroomGraphics
public import HeadroomImage

extension CIImage {
  /// Draws a part of the image into this thread's context, in its own size, upright.
  ///
  /// - Parameters:
  ///   - point: the lower left corner.
  ///   - fromRect: the part in the image's coordinates. What lies outside of the image is transparent.
  ///   - op: how it is combined with the existing pixels.
  ///   - delta: 0...1, multiplies its alpha.
  public func draw(
    at point: CGPoint, from fromRect: CGRect, operation op: NSCompositingOperation, fraction delta: CGFloat
  ) {
    draw(in: CGRect(origin: point, size: fromRect.size), from: fromRect, operation: op, fraction: delta)
  }

  /// As ``draw(at:from:operation:fraction:)``, scaled to a rectangle.
  public func draw(
    in rect: CGRect, from fromRect: CGRect, operation op: NSCompositingOperation, fraction delta: CGFloat
  ) {
    let area = fromRect.standardized.integral
    guard area.width >= 1, area.height >= 1, area.width * area.height < CGFloat(1 << 28) else { return }
    let part = cropped(to: area)
    // The whole rectangle, also where the image is smaller.
    let whole = part.extent == area ? part : part.composited(over: CIImage(color: .clear).cropped(to: area))
    _ = ImageDrawing(rect: rect, source: .zero, operation: op, fraction: delta)
      .draw(PictureRenderer.pixels(of: whole), size: area.size, respectFlipped: true)
  }
}
