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

  /// Fills a shape with a colour, clipped at a headroom.
  func fill(_ shape: LayerShape, _ color: CGColor, alpha: CGFloat, headroom: Double) {
    guard let light = color.converted(to: .screenLight, intent: .defaultIntent, options: nil)?.components,
      light.count == 4
    else { return }
    let cut = light.map { min($0, CGFloat(headroom)) }
    context.setAlpha(alpha)
    context.setFillColor(
      CGColor.light(red: cut[0], green: cut[1], blue: cut[2], alpha: light[3]) ?? .clear)
    if shape.isRectangle { return context.fill(upward(shape.outside)) }
    add(shape)
    context.fillPath(using: .evenOdd)
  }

  /// Draws what `body` draws inside a shape.
  func masked(to shape: LayerShape, _ body: () -> Void) {
    context.saveGState()
    if shape.isRectangle {
      context.clip(to: upward(shape.outside))
    } else {
      add(shape)
      context.clip(using: .evenOdd)
    }
    body()
    context.restoreGState()
  }

  private func add(_ shape: LayerShape) {
    context.beginPath()
    for (rect, radius) in shape.outlines {
      let corner = max(min(radius, rect.width / 2, rect.height / 2), 0)
      unsafe context.addPath(
        CGPath(roundedRect: upward(rect), cornerWidth: corner, cornerHeight: corner, transform: nil))
    }
  }

  /// The same rectangle in the context's coordinates, y up.
  private func upward(_ rect: CGRect) -> CGRect {
    CGRect(x: rect.minX, y: CGFloat(context.height) - rect.maxY, width: rect.width, height: rect.height)
  }

  /// A copy of its pixels.
  var picture: LayerPicture? { context.makeImage().map { LayerPicture(bitmap: $0.bitmap) } }
}

/// A rectangle that is counted from the top left corner, y down, with round corners and perhaps a hole.
struct LayerShape {
  var outside: CGRect
  /// The radius of the corners.
  var radius: CGFloat = 0
  /// The width of what is filled along the edge; nil fills everything.
  var edge: CGFloat?

  var isRectangle: Bool { radius <= 0 && edge == nil }

  /// What even-odd filling fills.
  var outlines: [(rect: CGRect, radius: CGFloat)] {
    guard let edge else { return [(outside, radius)] }
    let inside = outside.insetBy(dx: edge, dy: edge)
    guard !inside.isNull, inside.width > 0, inside.height > 0 else { return [(outside, radius)] }
    return [(outside, radius), (inside, max(radius - edge, 0))]
  }
}

extension CGColor {
  /// A colour of emitted light.
  static func light(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> CGColor? {
    CGColor(headroom: 0, colorSpace: .screenLight, red: red, green: green, blue: blue, alpha: alpha)
  }
}
