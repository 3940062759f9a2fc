public import Foundation

extension CGContext {
  /// Fills the clip with a gradient along a line.
  ///
  /// - Parameters:
  ///   - gradient: the colours.
  ///   - startPoint: where its start lies, and all of the line through it across the gradient.
  ///   - endPoint: where its end lies. Nothing is drawn where it is the start.
  ///   - options: whether the first and the last colour go on beyond.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    guard let shape = LinearShape(from: startPoint, to: endPoint) else { return }
    let limit = LinearLimit(from: startPoint, to: endPoint, options: options).shape
    draw(gradient, shape, within: limit, options: options)
  }

  /// Fills the clip with a gradient along circles that change evenly from one to another.
  ///
  /// - Parameters:
  ///   - gradient: the colours.
  ///   - startCenter: the centre of the first circle.
  ///   - startRadius: its radius.
  ///   - endCenter: the centre of the last circle.
  ///   - endRadius: its radius. Nothing is drawn where both circles are the same.
  ///   - options: whether the circles go on before the first and after the last, with its colour.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let limit = RadialLimit(
      center: (startCenter, endCenter), radius: (startRadius, endRadius), options: options)
    let shape = RadialShape(
      from: startCenter, startRadius, to: endCenter, endRadius, options: limit.shape == nil ? options : .everywhere)
    if let shape { draw(gradient, shape, within: limit.shape, options: options) }
  }

  /// - Parameters:
  ///   - limit: what has colours, for smooth edges; nil for everything.
  private func draw<Shape: GradientShape>(
    _ gradient: CGGradient, _ shape: Shape, within limit: PathData?, options: CGGradientDrawingOptions
  ) {
    guard ctm.determinant != 0, ctm.determinant.isFinite else { return }
    withShadow {
      var clip = DrawingClip()
      if let limit {
        guard let mask = rasterizer(toPixels).fill(limit, rule: .evenOdd) else { return }
        clip.masks = [mask]
      }
      // Pixels at the limit's edge have the colour of the limit, wherever their centre lies.
      let drawn = limit == nil ? options : .everywhere
      let paint = GradientPaint(gradient, shape, options: drawn, toUser: toPixels.inverted(), in: target.pixels)
      compositor(clip, mode: state.blendMode, alpha: state.alpha).draw(paint)
    }
  }
}

/// The strip between the ends of a linear gradient.
private struct LinearLimit {
  /// Nil where both ends go on.
  let shape: PathData?

  init(from start: CGPoint, to end: CGPoint, options: CGGradientDrawingOptions) {
    guard !options.isSuperset(of: .everywhere) else {
      shape = nil
      return
    }
    let way = end - start
    // Far beyond every bitmap.
    let far = way * (1e7 / way.length)
    let first = options.contains(.drawsBeforeStartLocation) ? start - far : start
    let last = options.contains(.drawsAfterEndLocation) ? end + far : end
    var strip = PathData()
    strip.move(to: first + far.turnedLeft)
    strip.line(to: last + far.turnedLeft)
    strip.line(to: last - far.turnedLeft)
    strip.line(to: first - far.turnedLeft)
    strip.close()
    shape = strip
  }
}

/// What lies between the circles of a radial gradient, where one lies inside the other.
private struct RadialLimit {
  /// Nil where the circles cover everything, or cross each other.
  private(set) var shape: PathData?

  init(center: (CGPoint, CGPoint), radius: (CGFloat, CGFloat), options: CGGradientDrawingOptions) {
    let isNested = (center.1 - center.0).length < abs(radius.1 - radius.0)
    guard isNested else { return }
    let startIsOuter = radius.0 > radius.1
    let outer = startIsOuter ? (center.0, radius.0) : (center.1, radius.1)
    let inner = startIsOuter ? (center.1, radius.1) : (center.0, radius.0)
    let outerGoesOn = options.contains(startIsOuter ? .drawsBeforeStartLocation : .drawsAfterEndLocation)
    let innerGoesOn = options.contains(startIsOuter ? .drawsAfterEndLocation : .drawsBeforeStartLocation)
    if outerGoesOn && (innerGoesOn || inner.1 == 0) { return }
    var limit = PathData()
    if outerGoesOn {
      limit.addRect(CGRect(x: -1e7, y: -1e7, width: 2e7, height: 2e7), .identity)
    } else {
      limit.addCircle(outer.0, outer.1)
    }
    if !innerGoesOn && inner.1 > 0 { limit.addCircle(inner.0, inner.1) }
    shape = limit
  }
}

extension CGGradientDrawingOptions {
  fileprivate static let everywhere: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
}

extension PathData {
  fileprivate mutating func addCircle(_ center: CGPoint, _ radius: CGFloat) {
    addEllipse(
      in: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius), .identity)
  }
}
