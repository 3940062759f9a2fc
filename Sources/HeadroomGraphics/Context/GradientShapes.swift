internal import Foundation

/// Places along a straight line.
struct LinearShape: GradientShape {
  let start: CGPoint
  private let step: CGPoint

  /// Nil where start and end are the same.
  init?(from start: CGPoint, to end: CGPoint) {
    let way = end - start
    let square = way.dot(way)
    guard square > 0, square.isFinite, start.isFinite else { return nil }
    self.start = start
    step = way * (1 / square)
  }

  func place(_ point: CGPoint) -> Double { (point - start).dot(step) }
}

/// Places among circles that lie between two; where several run through a point, the last one.
struct RadialShape: GradientShape {
  let center: CGPoint
  let radius: CGFloat
  let way: CGPoint
  let growth: CGFloat
  let options: CGGradientDrawingOptions
  private let square: CGFloat

  /// Nil where both circles are the same, or a number is not finite.
  init?(
    from center: CGPoint, _ radius: CGFloat, to end: CGPoint, _ endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {
    let isSound = center.isFinite && end.isFinite && radius.isFinite && endRadius.isFinite
    guard isSound, radius >= 0, endRadius >= 0, center != end || radius != endRadius else { return nil }
    self.center = center
    self.radius = radius
    self.options = options
    way = end - center
    growth = endRadius - radius
    square = way.dot(way) - growth * growth
  }

  func place(_ point: CGPoint) -> Double {
    // |p - c - t w| = r + t g: a quadratic equation of t.
    let from = point - center
    let (linear, constant) = (from.dot(way) + radius * growth, from.dot(from) - radius * radius)
    let scale = max(way.dot(way), growth * growth)
    if abs(square) <= 1e-12 * scale {
      return linear == 0 ? .nan : chosen([constant / (2 * linear)])
    }
    let root = (linear * linear - square * constant).squareRoot()
    guard !root.isNaN else { return .nan }
    let (one, other) = ((linear + root) / square, (linear - root) / square)
    return chosen(one > other ? [one, other] : [other, one])
  }

  /// The first that is drawn: within the gradient, or beyond an end that goes on; with a circle that exists.
  private func chosen(_ places: [CGFloat]) -> Double {
    for place in places where radius + place * growth >= 0 {
      if place < 0, !options.contains(.drawsBeforeStartLocation) { continue }
      if place > 1, !options.contains(.drawsAfterEndLocation) { continue }
      return place
    }
    return .nan
  }
}
