internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels
internal import HeadroomSymbols

/// Draws text into a context, upright, each pixel covered as far as the letters cover it.
struct TextDrawing {
  let context: CGContext
  /// Whether y points down in the context.
  let isFlipped: Bool

  /// A drawing into this thread's context; nil without one.
  static var current: TextDrawing? {
    guard let current = CurrentContext.all.last, let context = current.context else { return nil }
    return TextDrawing(context: context, isFlipped: current.isFlipped)
  }

  /// Draws a block.
  ///
  /// - Parameters:
  ///   - block: the text.
  ///   - point: the corner of the block that is nearest to the context's origin: the upper left one where y points down,
  ///     otherwise the lower left one.
  func draw(_ block: TextBlock, at point: CGPoint) {
    guard point.x.isFinite, point.y.isFinite else { return }
    let place =
      isFlipped
      ? CGAffineTransform(translationX: point.x, y: point.y)
      : CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: point.x, ty: point.y + CGFloat(block.height))
    draw(block.rules.filter(\.isBehind), place)
    let toPixels = place.concatenating(context.ctm)
      .concatenating(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(context.height)))
    for mask in block.coverage(toPixels, width: context.width, height: context.height) { draw(mask) }
    draw(block.rules.filter { !$0.isBehind }, place)
  }

  private func draw(_ rules: [TextRule], _ place: CGAffineTransform) {
    guard !rules.isEmpty else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.concatenate(place)
    for rule in rules {
      context.setFillColor(rule.color.cgColor)
      context.fill(rule.rect)
    }
  }

  /// Draws letters of one colour: an image in the context's own numbers, one pixel on one pixel.
  private func draw(_ mask: TextCoverage) {
    guard let image = TextImage.image(of: mask, for: context) else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.resetTransform()
    context.draw(
      image,
      in: CGRect(x: mask.x, y: context.height - mask.y - mask.height, width: mask.width, height: mask.height))
  }
}

/// Letters of one colour as an image.
private enum TextImage {
  static func image(of mask: TextCoverage, for context: CGContext) -> CGImage? {
    let space = context.colorSpace ?? CGColorSpace(encoding: .sRGB)
    let color = mask.color.cgColor
    guard let numbers = color.converted(to: space, intent: .defaultIntent, options: nil)?.components else { return nil }
    let colors = numbers.dropLast().map { Float($0) }
    let isGray = colors.count == 1
    guard isGray || colors.count == 3, let format = PixelFormat(component: .float, layout: isGray ? .grayAlpha : .rgba),
      let bitmap = try? PixelBitmap(width: mask.width, height: mask.height, format: format, alpha: .premultiplied)
    else { return nil }
    let alpha = Float(min(max(color.alpha, 0), 1))
    let pixel = colors.map { $0 * alpha } + [alpha]
    bitmap.storage.clear()
    for row in 0..<mask.height {
      let target = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for x in 0..<mask.width where mask.bytes[row * mask.width + x] > 0 {
        let cover = Float(mask.bytes[row * mask.width + x]) / 255
        for i in pixel.indices { unsafe target[x * pixel.count + i] = pixel[i] * cover }
      }
    }
    // A stated headroom of 1: the colour is drawn as it is, without tone mapping.
    return CGImage(bitmap: bitmap, colorSpace: space, contentHeadroom: 1, shouldInterpolate: false)
  }
}

extension CGContext {
  /// Makes drawing's coordinates pixels, exactly: rounding would have images sampled again.
  fileprivate func resetTransform() {
    for _ in 0..<4 where !ctm.isIdentity {
      concatenate(ctm.inverted())
      if ctm.a != 1 || ctm.d != 1 { scaleBy(x: 1 / ctm.a, y: 1 / ctm.d) }
      if ctm.b == 0, ctm.c == 0, ctm.a == 1, ctm.d == 1 { translateBy(x: -ctm.tx, y: -ctm.ty) }
    }
  }
}
