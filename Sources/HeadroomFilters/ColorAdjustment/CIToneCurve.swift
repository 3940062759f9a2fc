public import Foundation
internal import HeadroomEngine
public import HeadroomImage

/// Changes brightness by a smooth curve through five points.
struct PointToneCurve: FilterDefinition, PointImplementation {
  static let name = "CIToneCurve"
  static let introduced = FilterAvailability(iOS: "5.0", macOS: "10.7")
  static let categories: [FilterCategory] = [
    .colorAdjustment, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputPoint0", type: .offset, identity: CGPoint(x: 0, y: 0)) var point0 = CGPoint(x: 0, y: 0)
  @Input("inputPoint1", type: .offset, identity: CGPoint(x: 0.25, y: 0.25), example: CGPoint(x: 0.25, y: 0.15))
  var point1 = CGPoint(x: 0.25, y: 0.25)
  @Input("inputPoint2", type: .offset, identity: CGPoint(x: 0.5, y: 0.5)) var point2 = CGPoint(x: 0.5, y: 0.5)
  @Input("inputPoint3", type: .offset, identity: CGPoint(x: 0.75, y: 0.75)) var point3 = CGPoint(x: 0.75, y: 0.75)
  @Input("inputPoint4", type: .offset, identity: CGPoint(x: 1, y: 1)) var point4 = CGPoint(x: 1, y: 1)
  @Input("inputExtrapolate") var extrapolate = false

  var alphaRule: AlphaRule { .straight }

  /// Points on the diagonal change nothing, extrapolated or not.
  var isNeutral: Bool {
    [point0, point1, point2, point3, point4] == [0, 0.25, 0.5, 0.75, 1].map { CGPoint(x: $0, y: $0) }
  }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main.map { $0.appending(point: self, extent: $0.node.extent) }
  }

  func peak(of inputs: [Float?]) -> Float? { nil }

  private var spline: FivePointSpline {
    FivePointSpline([point0, point1, point2, point3, point4], extrapolates: extrapolate)
  }

  func makeStage(in space: WorkingSpace) -> RowStage { RowStage(kernel: Curve(spline: spline)) }
  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    Curve(spline: spline).apply(pixels[0])
  }

  struct Curve: PointKernel {
    let spline: FivePointSpline

    @inline(__always) private func value(_ x: Float) -> Float {
      let size = root(abs(x))
      let y = spline.value(x < 0 ? -size : size)
      return y * abs(y)
    }

    @inline(__always) func apply(_ p: Pixel) -> Pixel {
      Pixel(r: value(p.r), g: value(p.g), b: value(p.b), a: p.a)
    }
  }
}

/// A natural cubic spline through five points.
struct FivePointSpline: Sendable {
  /// Where the pieces begin.
  private let (x0, x1, x2, x3, x4): (Float, Float, Float, Float, Float)
  private let (p0, p1, p2, p3): (Piece, Piece, Piece, Piece)
  private let extrapolates: Bool
  private let endSlope: Float

  /// `y + t * (slope + t * (bend + t * twist))`.
  struct Piece: Sendable {
    let y, slope, bend, twist: Float
  }

  init(_ points: [CGPoint], extrapolates: Bool) {
    self.extrapolates = extrapolates
    let sorted = points.map { SIMD2(Double($0.x), Double($0.y)) }.enumerated()
      .sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }.map(\.element)
    var (xs, ys) = (sorted.map(\.x), sorted.map(\.y))
    // Points at the same x would have no slope between them.
    for i in 1..<5 { xs[i] = max(xs[i], xs[i - 1] + 1e-4) }
    ys = Array(ys.prefix(5))
    let bends = Self.secondDerivatives(xs, ys)
    let pieces = (0..<4).map { i in
      let h = xs[i + 1] - xs[i]
      let slope = (ys[i + 1] - ys[i]) / h - h * (2 * bends[i] + bends[i + 1]) / 6
      return Piece(
        y: Float(ys[i]), slope: Float(slope), bend: Float(bends[i] / 2),
        twist: Float((bends[i + 1] - bends[i]) / (6 * h)))
    }
    (x0, x1, x2, x3, x4) = (Float(xs[0]), Float(xs[1]), Float(xs[2]), Float(xs[3]), Float(xs[4]))
    (p0, p1, p2, p3) = (pieces[0], pieces[1], pieces[2], pieces[3])
    let h = xs[4] - xs[3]
    endSlope = Float((ys[4] - ys[3]) / h + h * (bends[3] + 2 * bends[4]) / 6)
  }

  /// The second derivatives: 0 at both ends, the three in between from a tridiagonal system.
  private static func secondDerivatives(_ x: [Double], _ y: [Double]) -> [Double] {
    var (diagonal, right) = ([Double](repeating: 0, count: 5), [Double](repeating: 0, count: 5))
    for i in 1..<4 {
      let (before, after) = (x[i] - x[i - 1], x[i + 1] - x[i])
      diagonal[i] = 2 * (before + after)
      right[i] = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before)
      guard i > 1 else { continue }
      let factor = before / diagonal[i - 1]
      diagonal[i] -= factor * before
      right[i] -= factor * right[i - 1]
    }
    var result = [Double](repeating: 0, count: 5)
    for i in (1..<4).reversed() { result[i] = (right[i] - (x[i + 1] - x[i]) * result[i + 1]) / diagonal[i] }
    return result
  }

  @inline(__always) func value(_ x: Float) -> Float {
    let inside = smaller(larger(x, x0), x4)
    let (first, second, third) = (inside < x1, inside < x2, inside < x3)
    @inline(__always) func pick(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
      first ? a : second ? b : third ? c : d
    }
    let t = inside - pick(x0, x1, x2, x3)
    let twist = pick(p0.twist, p1.twist, p2.twist, p3.twist)
    let bend = pick(p0.bend, p1.bend, p2.bend, p3.bend)
    let slope = pick(p0.slope, p1.slope, p2.slope, p3.slope)
    let y = pick(p0.y, p1.y, p2.y, p3.y) + t * (slope + t * (bend + t * twist))
    let beyond = x - inside
    return extrapolates ? y + beyond * (x < x0 ? p0.slope : endSlope) : y
  }
}

/// Changes brightness by a smooth curve through five points; see `CIFilter.toneCurve()`.
public protocol CIToneCurve: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The first point: input and output, in square roots of light.
  var point0: CGPoint { get set }
  /// The second point: input and output, in square roots of light.
  var point1: CGPoint { get set }
  /// The third point: input and output, in square roots of light.
  var point2: CGPoint { get set }
  /// The fourth point: input and output, in square roots of light.
  var point3: CGPoint { get set }
  /// The last point: input and output, in square roots of light.
  var point4: CGPoint { get set }
  /// Whether the curve goes on beyond its ends.
  var extrapolate: Bool { get set }
}

extension BuiltInFilter: CIToneCurve where Definition == PointToneCurve {
  var point0: CGPoint {
    get { definition.point0 }
    set { definition.point0 = newValue }
  }
  var point1: CGPoint {
    get { definition.point1 }
    set { definition.point1 = newValue }
  }
  var point2: CGPoint {
    get { definition.point2 }
    set { definition.point2 = newValue }
  }
  var point3: CGPoint {
    get { definition.point3 }
    set { definition.point3 = newValue }
  }
  var point4: CGPoint {
    get { definition.point4 }
    set { definition.point4 = newValue }
  }
  var extrapolate: Bool {
    get { definition.extrapolate }
    set { definition.extrapolate = newValue }
  }
}

extension CIFilter {
  /// Changes brightness by a smooth curve through five points.
  ///
  /// ## Formula
  /// Each channel of unpremultiplied linear light becomes `S(sqrt(c))^2`, where roots and squares keep the sign and S
  /// is the natural cubic spline through the five points, ordered by x. Without `inputExtrapolate` values before the
  /// first point and beyond the last count as these; with it the curve goes on with the slope it has there. Points on
  /// the diagonal leave the image as it is.
  ///
  /// ## Extended range
  /// Not clamped with `inputExtrapolate`; without it light above the last point is clipped there.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Keys
  /// - `inputPoint0`: default and neutral value [0 0], in pixels.
  /// - `inputPoint1`: default and neutral value [0.25 0.25], in pixels.
  /// - `inputPoint2`: default and neutral value [0.5 0.5], in pixels.
  /// - `inputPoint3`: default and neutral value [0.75 0.75], in pixels.
  /// - `inputPoint4`: default and neutral value [1 1], in pixels.
  /// - `inputExtrapolate`: default false.
  public class func toneCurve() -> any CIFilter & CIToneCurve { BuiltInFilter<PointToneCurve>() }
}
