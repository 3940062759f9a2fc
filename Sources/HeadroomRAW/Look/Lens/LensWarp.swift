package import HeadroomPixels

/// The position to which a lens moved the light of a pixel: geometric distortion and lateral colour, for each plane.
///
/// Positions are pixel centres counted from the corner of the picture, integers for centres. A position `p` of the
/// corrected picture passes as `d = (p - centre) / radius` through the stages of its plane; the source is
/// `centre + radius d'`.
package struct LensWarp: Hashable, Sendable {
  package let centerX: Double
  package let centerY: Double
  /// The unit of distance in pixels.
  package let radius: Double
  /// Stages of each plane, or of one for all.
  let planes: [[LensStage]]

  init?(centerX: Double, centerY: Double, radius: Double, planes: [[LensStage]]) {
    let numbers = [centerX, centerY, radius]
    guard numbers.allSatisfy(\.isFinite), radius > 0, !planes.isEmpty,
      planes.allSatisfy({ $0.allSatisfy(\.isSound) })
    else { return nil }
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
    self.planes = planes
  }

  /// Whether all planes move in the same way.
  package var isSameForAllPlanes: Bool { planes.allSatisfy { $0 == planes[0] } }

  /// Whether nothing moves.
  package var isIdentity: Bool { planes.allSatisfy { $0.allSatisfy(\.isIdentity) } }

  func stages(of plane: Int) -> [LensStage] { planes[min(max(plane, 0), planes.count - 1)] }

  /// The source position of a position in the corrected picture.
  package func source(x: Double, y: Double, plane: Int) -> SIMD2<Double> {
    let start = SIMD2((x - centerX) / radius, (y - centerY) / radius)
    let end = stages(of: plane).reduce(start) { $1.apply($0) }
    guard end.x.isFinite, end.y.isFinite else { return SIMD2(x, y) }
    let limit = SIMD2<Double>(repeating: Self.longestWay)
    let way = ((end - start) * radius).clamped(lowerBound: -limit, upperBound: limit)
    return SIMD2(x, y) + way
  }

  /// The limit for the distance of a source in pixels, which keeps distances safe for arithmetic.
  static let longestWay = 100_000.0

  /// The rectangle of sources that a rectangle of the corrected picture needs, for all planes, without the taps around
  /// a source. Not limited to the picture.
  ///
  /// Estimated from a grid over the rectangle, and widened by the differences between neighbouring points of the grid,
  /// between which warps are smooth.
  package func sourceRect(for rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty, !rect.isInfinite else { return rect }
    let steps = 16
    func place(_ low: Int, _ high: Int, _ step: Int) -> Double {
      Double(low) + Double(high - 1 - low) * Double(step) / Double(steps)
    }
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    var slack = 0.0
    for plane in planes.indices {
      var above: [SIMD2<Double>] = []
      for row in 0...steps {
        let y = place(rect.minY, rect.maxY, row)
        let ways = (0...steps).map { step in
          let x = place(rect.minX, rect.maxX, step)
          let source = source(x: x, y: y, plane: plane)
          low = pointwiseMin(low, source)
          high = pointwiseMax(high, source)
          return source - SIMD2(x, y)
        }
        slack = max(slack, Self.largestStep(ways, Array(ways.dropFirst())), Self.largestStep(ways, above))
        above = ways
      }
    }
    // The extremes between two points of a smooth warp exceed them by a fraction of their difference.
    let margin = 0.25 * slack + 0.01
    return PixelRect(
      minX: Int((low.x - margin).rounded(.down)), minY: Int((low.y - margin).rounded(.down)),
      maxX: Int((high.x + margin).rounded(.up)) + 1, maxY: Int((high.y + margin).rounded(.up)) + 1)
  }

  private static func largestStep(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> Double {
    zip(a, b).map { max(abs($0.x - $1.x), abs($0.y - $1.y)) }.max() ?? 0
  }
}
