internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

/// A bitmap of light in which layers are composed.
struct LayerCanvas {
  let context: CGContext

  /// The most pixels of a canvas: 256 mebipixels, 4 gibibytes.
  private static let largestArea = 1 << 28

  /// Nil for empty or too large sizes, and without memory.
  init?(width: Int, height: Int) {
    guard width > 0, height > 0, width <= Self.largestArea / height else { return nil }
    let info = CGBitmapInfo(alpha: .premultipliedLast, component: .float, byteOrder: .order32Little)
    let context = unsafe CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 32, bytesPerRow: 0, space: .screenLight,
      bitmapInfo: info)
    guard let context else { return nil }
    self.context = context
  }

  /// The whole canvas.
  var area: CGRect { CGRect(x: 0, y: 0, width: context.width, height: context.height) }

  /// Draws light into a rectangle that is counted from the top left corner, y down.
  func draw(_ picture: LayerPicture, in rect: CGRect, alpha: CGFloat) {
    context.setAlpha(alpha)
    // Any headroom works: a context without a target does not tone map.
    context.draw(picture.image(headroom: 1), in: upward(rect))
  }

  /// Fills a rectangle with a colour, clipped at a headroom.
  func fill(_ rect: CGRect, _ color: CGColor, alpha: CGFloat, headroom: Double) {
    guard let light = color.converted(to: .screenLight, intent: .defaultIntent, options: nil)?.components,
      light.count == 4
    else { return }
    let cut = light.map { min($0, CGFloat(headroom)) }
    context.setAlpha(alpha)
    context.setFillColor(
      CGColor.light(red: cut[0], green: cut[1], blue: cut[2], alpha: light[3]) ?? .clear)
    context.fill(upward(rect))
  }

  /// Draws what `body` draws inside a rectangle that is counted from the top left corner, y down.
  func masked(to rect: CGRect, _ body: () -> Void) {
    context.saveGState()
    context.clip(to: upward(rect))
    body()
    context.restoreGState()
  }

  /// The same rectangle in the context's coordinates, y up.
  private func upward(_ rect: CGRect) -> CGRect {
    CGRect(x: rect.minX, y: CGFloat(context.height) - rect.maxY, width: rect.width, height: rect.height)
  }

  /// A copy of its pixels.
  var picture: LayerPicture? { context.makeImage().map { LayerPicture(bitmap: $0.bitmap) } }
}

extension CGColor {
  /// A colour of emitted light.
  static func light(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> CGColor? {
    CGColor(headroom: 0, colorSpace: .screenLight, red: red, green: green, blue: blue, alpha: alpha)
  }
}
