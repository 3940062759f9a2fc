public import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

extension NSImage {
  /// The forms of the picture. An image of a file or of pixels has one of its upright pixels.
  public var representations: [NSImageRep] { withParts { $0.representations } }

  /// Adds a form. The first one that has a picture is shown.
  public func addRepresentation(_ imageRep: NSImageRep) { withParts { $0.representations.append(imageRep) } }

  /// Adds forms.
  public func addRepresentations(_ imageReps: [NSImageRep]) { withParts { $0.representations += imageReps } }

  /// Takes a form away.
  public func removeRepresentation(_ imageRep: NSImageRep) {
    withParts { $0.representations.removeAll { $0 === imageRep } }
  }

  /// The form that is shown; nil where there is none.
  public func bestRepresentation(
    for rect: CGRect, context referenceContext: NSGraphicsContext?, hints: [NSImageRep.HintKey: Any]?
  ) -> NSImageRep? { representations.first { $0.content != nil } }

  /// Has a handler draw again when pixels are next asked for.
  public func recache() { withParts { $0.forget() } }

  // MARK: Drawing the image

  /// Draws the image into a rectangle of this thread's context, upright.
  public func draw(in rect: CGRect) {
    draw(in: rect, from: .zero, operation: .sourceOver, fraction: 1, respectFlipped: true, hints: nil)
  }

  /// Draws a part of the image in its own size.
  ///
  /// - Parameters:
  ///   - point: the corner nearest to the context's origin.
  ///   - fromRect: the part in points from the lower left corner; zero for all of it.
  ///   - op: how it is combined with the existing pixels.
  ///   - delta: 0...1, multiplies its alpha.
  public func draw(
    at point: CGPoint, from fromRect: CGRect, operation op: NSCompositingOperation, fraction delta: CGFloat
  ) {
    let size = fromRect == .zero ? size : fromRect.size
    draw(in: CGRect(origin: point, size: size), from: fromRect, operation: op, fraction: delta)
  }

  /// Draws a part of the image into a rectangle. Where y points down it is upside down, as AppKit has it.
  public func draw(
    in rect: CGRect, from fromRect: CGRect, operation op: NSCompositingOperation, fraction delta: CGFloat
  ) {
    draw(in: rect, from: fromRect, operation: op, fraction: delta, respectFlipped: false, hints: nil)
  }

  /// As ``draw(in:from:operation:fraction:)``, with a choice.
  ///
  /// - Parameters:
  ///   - dstSpacePortionRect: where.
  ///   - srcSpacePortionRect: the part in points from the lower left corner; zero for all of it.
  ///   - op: how it is combined with the existing pixels.
  ///   - requestedAlpha: 0...1, multiplies its alpha.
  ///   - respectContextIsFlipped: whether it is upright where y points down.
  ///   - hints: not heeded.
  public func draw(
    in dstSpacePortionRect: CGRect, from srcSpacePortionRect: CGRect, operation op: NSCompositingOperation,
    fraction requestedAlpha: CGFloat, respectFlipped respectContextIsFlipped: Bool,
    hints: [NSImageRep.HintKey: Any]?
  ) {
    let (size, origin, color) = withParts { ($0.size, $0.origin, $0.backgroundColor) }
    if let color, let context = UIGraphicsGetCurrentContext() {
      context.saveGState()
      context.setFillColor(color.cgColor)
      context.fill(dstSpacePortionRect)
      context.restoreGState()
    }
    if case .handler(let drawing) = origin, op == .sourceOver, requestedAlpha == 1, srcSpacePortionRect == .zero,
      let current = CurrentContext.all.last, let context = current.context
    {
      let isUpsideDown = current.isFlipped && !respectContextIsFlipped
      _ = drawing.draw(
        in: dstSpacePortionRect, context, isContextFlipped: current.isFlipped && !isUpsideDown)
      return
    }
    let image = unsafe cgImage(forProposedRect: nil, context: nil, hints: nil)
    _ = ImageDrawing(
      rect: dstSpacePortionRect, source: srcSpacePortionRect, operation: op, fraction: requestedAlpha
    ).draw(image, size: size, respectFlipped: respectContextIsFlipped)
  }

  // MARK: Drawing into the image

  /// Begins drawing into the image, y up, over its picture, with pixels of the main screen's scale and range. Ends with
  /// ``unlockFocus()`` on the same thread.
  public func lockFocus() { lockFocusFlipped(false) }

  /// As ``lockFocus()``, with y down if `flipped` is true.
  public func lockFocusFlipped(_ flipped: Bool) {
    let canvas = Canvas(forImageOf: size)
    let context = canvas.makeContext(isFlipped: flipped)
    withParts { $0.focuses.append(context.map { ($0, canvas) }) }
    CurrentContext.all.append(CurrentContext(context.map { NSGraphicsContext(cgContext: $0, flipped: flipped) }))
    if isValid { draw(in: canvas.bounds) }
  }

  /// Ends drawing into the image: what was drawn becomes its only form.
  public func unlockFocus() {
    guard let focus = withParts({ $0.focuses.popLast() }) else { return }
    UIGraphicsPopContext()
    guard let focus, let image = focus.canvas.image(of: focus.context) else { return }
    let rep = NSBitmapImageRep(cgImage: image)
    rep.size = size
    withParts { $0.representations = [rep] }
  }
}
