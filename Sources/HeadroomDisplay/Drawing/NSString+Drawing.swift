public import Foundation
internal import HeadroomGraphics
internal import HeadroomSymbols

// Text is drawn into this thread's context (UIGraphicsGetCurrentContext(), NSGraphicsContext.current), upright; without
// one nothing is drawn. Attributes that are not given: Helvetica, or what stands for it, at 12 points, in black.

extension String {
  /// The size of the text in points, in as many lines as it has line breaks.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    DrawnText(self, attrs).size
  }

  /// Draws the text.
  ///
  /// - Parameters:
  ///   - point: its upper left corner; where y points up its lower left one.
  ///   - attrs: font, colour and paragraph.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(self, attrs).draw(at: point)
  }

  /// Draws the text in lines that fit into a rectangle, from its upper edge; lines that do not fit below are left out.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(self, attrs).draw(in: rect)
  }

  /// As ``draw(in:withAttributes:)`` with ``NSStringDrawingOptions/usesLineFragmentOrigin``; without it one line with its
  /// baseline at the rectangle's origin.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    DrawnText(self, attributes).draw(with: rect, options, context)
  }

  /// The rectangle that the text needs for ``draw(with:options:attributes:context:)`` within a size.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    DrawnText(self, attributes).bounds(within: size, options, context)
  }
}

extension NSString {
  /// As for `String`.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    DrawnText(description, attrs).size
  }

  /// As for `String`.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(description, attrs).draw(at: point)
  }

  /// As for `String`.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(description, attrs).draw(in: rect)
  }

  /// As for `String`.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    DrawnText(description, attributes).draw(with: rect, options, context)
  }

  /// As for `String`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    DrawnText(description, attributes).bounds(within: size, options, context)
  }
}

extension NSAttributedString {
  /// The size of the text in points, in as many lines as it has line breaks.
  public func size() -> CGSize { DrawnText(self).size }

  /// Draws the text with its upper left corner at a point; where y points up its lower left one.
  public func draw(at point: CGPoint) { DrawnText(self).draw(at: point) }

  /// Draws the text in lines that fit into a rectangle.
  public func draw(in rect: CGRect) { DrawnText(self).draw(in: rect) }

  /// As `draw(with:options:attributes:context:)` of strings.
  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
    DrawnText(self).draw(with: rect, options, context)
  }

  /// As `boundingRect(with:options:attributes:context:)` of strings.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    DrawnText(self).bounds(within: size, options, context)
  }
}

extension DrawnText {
  /// The size in lines as long as the paragraphs.
  var size: CGSize { block().map { CGSize(width: $0.width, height: $0.height) } ?? .zero }

  func draw(at point: CGPoint) {
    guard let drawing = TextDrawing.current, let block = block() else { return }
    drawing.draw(block, at: point)
  }

  func draw(in rect: CGRect) { draw(with: rect, .usesLineFragmentOrigin, nil) }

  func draw(with rect: CGRect, _ options: NSStringDrawingOptions, _ found: NSStringDrawingContext?) {
    let area = rect.standardized
    guard let drawing = TextDrawing.current, area.minX.isFinite, area.minY.isFinite else { return }
    guard options.contains(.usesLineFragmentOrigin) else { return drawLine(drawing, at: area.origin, found) }
    // A rectangle without a width or a height does not limit it.
    guard let block = block(width: area.width.limit, height: area.height.limit) else { return }
    let top = drawing.isFlipped || area.height == 0 ? area.minY : area.maxY - CGFloat(block.height)
    drawing.draw(block, at: CGPoint(x: area.minX, y: top))
    found?.totalBounds = CGRect(x: area.minX, y: top, width: block.width, height: block.height)
  }

  private func drawLine(_ drawing: TextDrawing, at origin: CGPoint, _ found: NSStringDrawingContext?) {
    guard let block = block() else { return }
    let below = CGFloat(block.height - block.firstAscent)
    let corner = CGPoint(
      x: origin.x, y: drawing.isFlipped ? origin.y - CGFloat(block.firstAscent) : origin.y - below)
    drawing.draw(block, at: corner)
    found?.totalBounds = CGRect(x: corner.x, y: corner.y, width: block.width, height: block.height)
  }

  func bounds(
    within size: CGSize, _ options: NSStringDrawingOptions, _ found: NSStringDrawingContext?
  ) -> CGRect {
    guard options.contains(.usesLineFragmentOrigin) else {
      guard let block = block() else { return .zero }
      let below = CGFloat(block.height - block.firstAscent)
      return CGRect(x: 0, y: -below, width: CGFloat(block.width), height: CGFloat(block.height))
    }
    guard let block = block(width: size.width.limit, height: size.height.limit) else { return .zero }
    let bounds = CGRect(x: 0, y: 0, width: block.width, height: block.height)
    found?.totalBounds = bounds
    return bounds
  }
}

extension CGFloat {
  /// A length as a limit: 0 and less are none.
  fileprivate var limit: CGFloat { self > 0 ? self : .infinity }
}
