public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Mirrors a triangle of the image, darker with every mirror.
struct TriangleKaleidoscope: FoldedTile {
  static let name = "CITriangleKaleidoscope"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.10")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .tileEffect, .video]

  @Input("inputPoint") var point = CGPoint(x: 150, y: 150)
  @Input("inputSize", slider: 0...1000) var size: Float = 700
  @Input("inputRotation", type: .angle, slider: 0...2 * Double.pi) var rotation: Float = 5.9242852966
  @Input("inputDecay", honored: 0...1, slider: 0...1) var decay: Float = 0.85

  var isNeutral: Bool { false }

  /// The corner about which the triangle is rotated is placed so that the triangle's middle is the point.
  private var frame: TileFrame {
    let (side, rotation) = (Double(max(size, 1)), Double(rotation))
    let (x, y) = (-side / 2, -side * 3.0.squareRoot() / 6)
    let corner = CGPoint(
      x: point.x + CGFloat(x * Foundation.cos(rotation) - y * Foundation.sin(rotation)),
      y: point.y + CGFloat(x * Foundation.sin(rotation) + y * Foundation.cos(rotation)))
    return TileFrame(center: corner, angle: Float(rotation), width: size)
  }

  var cell: PixelRect { frame.bounds([(0, 0), (1, 0), (0.5, 0.866)]) }

  var kernel: SixfoldReflectedTile.Fold { SixfoldReflectedTile.Fold(frame: frame) }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let image = inputs.main else { return nil }
    return image.warped(by: self, extent: .infinite)
      .appending(point: MirrorDecay(frame: frame, decay: decay), extent: .infinite, keepsTags: true)
  }
}

/// Darkens with every mirror between a position and the triangle of ``TriangleKaleidoscope``.
struct MirrorDecay: PointImplementation {
  let frame: TileFrame
  let decay: Float

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  var fingerprint: Fingerprint {
    Fingerprint("mirror decay", [frame.x, frame.y, frame.cosine, frame.sine, frame.unit, decay].map(Double.init))
  }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }
  func makeStage(in space: WorkingSpace) -> RowStage {
    RowStage(placed: Fade(frame: frame, stops: log2Fast(larger(decay, 1e-30))))
  }

  struct Fade: PlacedKernel {
    let frame: TileFrame
    let stops: Float

    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let (u, v) = frame.local(x, y)
      let gain = exp2Fast(larger(stops * TriangularFold.mirrors(u, v), -126))
      return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let (u, v) = frame.local(x, y)
    let (p, gain) = (pixels[0], pow(decay, TriangularFold.mirrors(u, v)))
    return Pixel(r: p.r * gain, g: p.g * gain, b: p.b * gain, a: p.a)
  }
}

/// Mirrors a triangle of the image, darker with every mirror; see `CIFilter.triangleKaleidoscope()`.
public protocol CITriangleKaleidoscope: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of the triangle.
  var point: CGPoint { get set }
  /// The side of the triangle in pixels; below 1 it counts as 1.
  var size: Float { get set }
  /// How far the triangle is turned, in radians, counter-clockwise.
  var rotation: Float { get set }
  /// The share of light that every mirror reflects, 0...1.
  var decay: Float { get set }
}

extension BuiltInFilter: CITriangleKaleidoscope where Definition == TriangleKaleidoscope {
  var point: CGPoint {
    get { definition.point }
    set { definition.point = newValue }
  }
  var size: Float {
    get { definition.size }
    set { definition.size = newValue }
  }
  var rotation: Float {
    get { definition.rotation }
    set { definition.rotation = newValue }
  }
  var decay: Float {
    get { definition.decay }
    set { definition.decay = newValue }
  }
}

extension CIFilter {
  /// Mirrors a triangle of the image, darker with every mirror.
  ///
  /// ## Formula
  /// The equilateral triangle of side `inputSize` with its middle at `inputPoint`, its base turned by `inputRotation`,
  /// is mirrored at its sides, and its mirror images likewise, until the plane is full. A position behind n mirrors
  /// shows the colour times `inputDecay` to the power n. Bilinear. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Alpha is not darkened.
  ///
  /// ## Extent
  /// Infinite, transparent where the repeated part extends beyond the image. Colour space and content headroom are
  /// kept.
  ///
  /// ## Keys
  /// - `inputPoint`: default [150 150], in pixels.
  /// - `inputSize`: default 700.
  /// - `inputRotation`: default 5.9242852966, in radians.
  /// - `inputDecay`: default 0.85, clamped to 0...1.
  public class func triangleKaleidoscope() -> any CIFilter & CITriangleKaleidoscope {
    BuiltInFilter<TriangleKaleidoscope>()
  }
}
