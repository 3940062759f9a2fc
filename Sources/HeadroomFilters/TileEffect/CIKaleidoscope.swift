public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Mirrors a sector of the image all around a point.
struct Kaleidoscope: WarpFilter {
  static let name = "CIKaleidoscope"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputCount", type: .scalar, minimum: 1, slider: 1...64) var count: Int = 6
  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0

  func extent(of input: CGRect) -> CGRect { .infinite }

  private var sector: Double { 2 * .pi / Double(count) }

  /// The part of the shown half sector within a circle around everything.
  func region(for output: PixelRect) -> PixelRect {
    if output.isInfinite { return .infinite }
    let middle = SIMD2(Double(center.x), Double(center.y))
    let near = SIMD2(Double(output.minX), Double(output.minY)) - middle
    let far = SIMD2(Double(output.maxX), Double(output.maxY)) - middle
    let reach = SIMD2(max(abs(near.x), abs(far.x)), max(abs(near.y), abs(far.y)))
    let radius = (reach * reach).sum().squareRoot()
    // The arc is widest at its ends, or where it crosses an axis.
    let (first, last) = (Double(angle), Double(angle) + sector / 2)
    let crossing = (first / (.pi / 2)).rounded(.up)
    let crossings = (0..<4).map { (crossing + Double($0)) * .pi / 2 }.filter { $0 <= last }
    let points: [SIMD2<Double>] =
      [.zero]
      + ([first, last] + crossings).map {
        SIMD2(Foundation.cos($0), Foundation.sin($0)) * radius
      }
    let low = points.reduce(.zero) { pointwiseMin($0, $1) } + middle
    let high = points.reduce(.zero) { pointwiseMax($0, $1) } + middle
    return PixelRect(
      enclosing: CGRect(
        x: CGFloat(low.x), y: CGFloat(low.y), width: CGFloat(high.x - low.x), height: CGFloat(high.y - low.y)))
  }

  var kernel: Sector {
    let sector = Float(sector)
    return Sector(
      centreX: Float(center.x), centreY: Float(center.y), angle: angle, sector: sector, perSector: 1 / sector)
  }

  struct Sector: WarpKernel {
    let centreX, centreY, angle, sector, perSector: Float

    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) {
      let (dx, dy) = (x - centreX, y - centreY)
      let turns = (atan2Fast(dy, dx) - angle) * perSector
      let folded = abs(turns - turns.rounded(.down) - 0.5) * sector
      let (sine, cosine) = sinCosFast(folded + angle)
      let distance = root(dx * dx + dy * dy)
      return (centreX + distance * cosine, centreY + distance * sine)
    }
  }
}

/// Mirrors a sector of the image all around a point; see `CIFilter.kaleidoscope()`.
public protocol CIKaleidoscope: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How many sectors, 1 or more; each shows the same part and its mirror image.
  var count: Int { get set }
  /// Where the sectors meet.
  var center: CGPoint { get set }
  /// Where the sector that is shown begins, in radians.
  var angle: Float { get set }
}

extension BuiltInFilter: CIKaleidoscope where Definition == Kaleidoscope {
  var count: Int {
    get { definition.count }
    set { definition.count = newValue }
  }
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
}

extension CIFilter {
  /// Mirrors a sector of the image all around a point.
  ///
  /// ## Formula
  /// With s = 2 pi / `inputCount` and a the direction from the centre to the pixel, less `inputAngle`: the pixel comes from the
  /// same distance in the direction `inputAngle + |(a mod s) - s / 2|`. Bilinear.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// Infinite, transparent where the sector leaves the image. Colour space and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputCount`: default 6, 1 or more.
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputAngle`: default 0, in radians.
  public class func kaleidoscope() -> any CIFilter & CIKaleidoscope { BuiltInFilter<Kaleidoscope>() }
}
