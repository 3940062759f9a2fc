public import Foundation
public import HeadroomGraphics

/// One form of an image: pixels, or a recipe. Use a representation from one thread at a time.
open class NSImageRep: NSObject {
  /// Width and height in points.
  open var size = CGSize.zero
  /// Width in pixels; 0 for those that have none of their own.
  open internal(set) var pixelsWide = 0
  /// Height in pixels.
  open internal(set) var pixelsHigh = 0

  /// A representation without a size.
  public override init() { super.init() }

  /// Bits of a sample; 0 where there are no pixels.
  open var bitsPerSample: Int { 0 }
  /// Whether there are pixels that are not opaque, as far as the format tells.
  open var hasAlpha: Bool { false }
  /// Whether everything behind it is covered.
  open var isOpaque: Bool { !hasAlpha }
  /// The kind of colour space.
  open var colorSpaceName: NSColorSpaceName { .custom }

  /// What it shows; nil for nothing.
  package var content: PictureContent? { nil }

  /// The names of hints, none of which is heeded: there is one picture for any destination.
  public struct HintKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let interpolation = HintKey(rawValue: "NSImageHintInterpolation")
    public static let ctm = HintKey(rawValue: "NSImageHintCTM")
  }

  /// The pixels; nil where there are none.
  open func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<CGRect>?, context: NSGraphicsContext?,
    hints: [HintKey: Any]?
  ) -> CGImage? { content?.pixels }

  /// Draws it at the origin of this thread's context; false where there is nothing to draw, or nothing to draw into.
  @discardableResult
  open func draw() -> Bool { draw(at: .zero) }

  /// As ``draw()``, with its lower left corner at a point.
  @discardableResult
  open func draw(at point: CGPoint) -> Bool { draw(in: CGRect(origin: point, size: size)) }

  /// As ``draw()``, scaled to a rectangle.
  @discardableResult
  open func draw(in rect: CGRect) -> Bool {
    draw(in: rect, from: .zero, operation: .copy, fraction: 1, respectFlipped: true, hints: nil)
  }

  /// Draws a part of it.
  ///
  /// - Parameters:
  ///   - dstSpacePortionRect: where.
  ///   - srcSpacePortionRect: the part in points from its lower left corner; zero for all of it.
  ///   - op: how it is combined with the existing pixels.
  ///   - requestedAlpha: 0...1, multiplies its own.
  ///   - respectContextIsFlipped: whether it is upright where y points down.
  ///   - hints: not heeded.
  @discardableResult
  open func draw(
    in dstSpacePortionRect: CGRect, from srcSpacePortionRect: CGRect, operation op: NSCompositingOperation,
    fraction requestedAlpha: CGFloat, respectFlipped respectContextIsFlipped: Bool, hints: [HintKey: Any]?
  ) -> Bool {
    ImageDrawing(rect: dstSpacePortionRect, source: srcSpacePortionRect, operation: op, fraction: requestedAlpha)
      .draw(content?.pixels, size: size, respectFlipped: respectContextIsFlipped)
  }
}

/// Drawing as AppKit describes it.
struct ImageDrawing {
  let rect: CGRect
  /// Points from the lower left corner; zero for all of the image.
  let source: CGRect
  let operation: NSCompositingOperation
  let fraction: CGFloat

  /// Draws upright pixels into this thread's context; false where there is nothing to draw, nothing to draw into, or an
  /// operation that contexts do not know.
  func draw(_ image: CGImage?, size: CGSize, respectFlipped: Bool) -> Bool {
    guard let current = CurrentContext.all.last, let context = current.context, let mode = operation.blendMode,
      let part = image.flatMap({ part(of: $0, size: size) })
    else { return false }
    context.saveGState()
    defer { context.restoreGState() }
    context.setBlendMode(mode)
    context.setAlpha(fraction.isNaN ? 1 : fraction)
    if current.isFlipped, respectFlipped {
      context.drawUpright(part, .up, in: rect)
    } else {
      context.draw(part, in: rect)
    }
    return true
  }

  private func part(of image: CGImage, size: CGSize) -> CGImage? {
    guard source != .zero else { return image }
    guard size.width > 0, size.height > 0 else { return nil }
    let (across, down) = (CGFloat(image.width) / size.width, CGFloat(image.height) / size.height)
    let area = source.standardized
    return image.cropping(
      to: CGRect(
        x: area.minX * across, y: (size.height - area.maxY) * down, width: area.width * across,
        height: area.height * down))
  }
}
