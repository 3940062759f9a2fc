public import Foundation
internal import HeadroomGraphics

extension CIContext {
  /// Draws the part of an image inside `fromRect` into a rectangle of the bitmap that the context was made with, in its user
  /// space, scaled to it; see ``init(cgContext:options:)``.
  ///
  /// The picture is rendered in the bitmap's colour space, with as many bits as the bitmap has, and then drawn as
  /// `CGContext.draw(_:in:)` draws it: clip, alpha and blend mode count. A context without a bitmap draws nothing, and
  /// says so on standard error, once.
  public func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect) {
    guard let canvas else {
      DeveloperNotes.log(
        "CIContext.draw(_:in:from:) needs a context made by CIContext(cgContext:options:)", about: "CIContext.draw")
      return
    }
    let from = fromRect.intersection(image.extent)
    guard !from.isNull, !from.isEmpty, fromRect.width > 0, fromRect.height > 0 else { return }
    guard
      let picture = createCGImage(image, from: from, format: canvas.format, colorSpace: canvas.context.colorSpace)
    else { return }
    canvas.context.draw(picture, in: Self.place(of: from.integral, in: inRect, from: fromRect))
  }

  /// Where a part of the drawn rectangle goes.
  private static func place(of part: CGRect, in inRect: CGRect, from fromRect: CGRect) -> CGRect {
    let (scaleX, scaleY) = (inRect.width / fromRect.width, inRect.height / fromRect.height)
    return CGRect(
      x: inRect.minX + (part.minX - fromRect.minX) * scaleX, y: inRect.minY + (part.minY - fromRect.minY) * scaleY,
      width: part.width * scaleX, height: part.height * scaleY)
  }
}

/// The bitmap that a context draws into.
// Sendable: the client uses it on one thread at a time, as it does the bitmap.
struct ContextCanvas: @unchecked Sendable {
  let context: CGContext

  /// As many bits as the bitmap has.
  var format: CIFormat {
    switch (context.bitmapInfo.component, context.bitsPerComponent) {
    case (.float, 16): .RGBAh
    case (.float, _): .RGBAf
    case (.integer, ...8): .RGBA8
    default: .RGBA16
    }
  }
}
