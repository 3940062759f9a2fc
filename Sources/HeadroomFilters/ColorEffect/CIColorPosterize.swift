internal import HeadroomEngine
public import HeadroomImage

/// Reduces each channel to a number of levels.
struct ColorPosterize: PointFilter {
  static let name = "CIColorPosterize"
  static let introduced = FilterAvailability(iOS: "6.0", macOS: "10.4")
  static let categories: [FilterCategory] = [
    .colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .stillImage, .video,
  ]

  @Input("inputLevels", minimum: 1, honored: 2...(.infinity), slider: 2...30, identity: 300) var levels: Float = 6

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { $0 + 1 / (levels - 1) } }
  func kernel(in space: WorkingSpace) -> Steps { Steps(steps: levels - 1, perStep: 1 / (levels - 1)) }

  struct Steps: PointKernel {
    let steps, perStep: Float

    @inline(__always) private func step(_ x: Float) -> Float { (x * steps + 0.5).rounded(.down) * perStep }

    @inline(__always) func apply(_ p: Pixel) -> Pixel { Pixel(r: step(p.r), g: step(p.g), b: step(p.b), a: p.a) }
  }
}

/// Reduces each channel to a number of levels; see `CIFilter.colorPosterize()`.
public protocol CIColorPosterize: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// How many levels there are from 0 to 1, 1 or more; below 2 it counts as 2.
  var levels: Float { get set }
}

extension BuiltInFilter: CIColorPosterize where Definition == ColorPosterize {
  var levels: Float {
    get { definition.levels }
    set { definition.levels = newValue }
  }
}

extension CIFilter {
  /// Reduces each channel to a number of levels.
  ///
  /// ## Formula
  /// Each channel becomes `floor(c * (L - 1) + 1/2) / (L - 1)` with L = `inputLevels`, at least 2, in linear light.
  /// Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Steps of the same size continue above 1 and below 0.
  ///
  /// ## Alpha
  /// Kept; colour is unpremultiplied.
  ///
  /// ## Keys
  /// - `inputLevels`: default 6, 1 or more, neutral value 300; below 2 it counts as that.
  public class func colorPosterize() -> any CIFilter & CIColorPosterize { BuiltInFilter<ColorPosterize>() }
}
