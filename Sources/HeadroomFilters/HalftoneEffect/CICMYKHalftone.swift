public import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Shows the image in dots of four inks, as in print.
struct CMYKHalftone: PlacedFilter {
  static let name = "CICMYKHalftone"
  static let displayName = "CMYK Halftone"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.4")
  static let categories: [FilterCategory] = [.halftoneEffect, .stillImage, .video]

  @Input("inputCenter") var center = CGPoint(x: 150, y: 150)
  @Input("inputWidth", type: .distance, minimum: -2, slider: 2...100, identity: 6) var width: Float = 6
  @Input("inputAngle", type: .angle, slider: -Double.pi...Double.pi, identity: 0) var angle: Float = 0
  @Input("inputSharpness", type: .distance, minimum: 0, slider: 0...1) var sharpness: Float = 0.7
  @Input("inputGCR", minimum: 0, slider: 0...1, identity: 1) var grayComponentReplacement: Float = 1
  @Input("inputUCR", minimum: 0, slider: 0...1, identity: 0.5) var underColorRemoval: Float = 0.5

  var isNeutral: Bool { false }
  func peak(of inputs: [Float?]) -> Float? { 1 }

  func kernel(in space: WorkingSpace) -> Inks {
    func grid(_ degrees: Float) -> HalftoneGrid {
      HalftoneGrid(center, angle: angle + degrees * .pi / 180, width: width)
    }
    return Inks(
      cyan: grid(15), magenta: grid(75), yellow: grid(0), black: grid(45),
      edge: HalftoneEdge(sharpness: sharpness), replaced: grayComponentReplacement,
      removed: grayComponentReplacement * underColorRemoval)
  }

  struct Inks: PlacedKernel {
    let cyan, magenta, yellow, black: HalftoneGrid
    let edge: HalftoneEdge
    let replaced, removed: Float

    @inline(__always) private func paper(_ ink: Float, _ grid: HalftoneGrid, _ x: Float, _ y: Float) -> Float {
      let (u, v) = grid.local(x, y)
      return 1 - edge.cover(ink, 0.5 + 0.25 * (HalftoneGrid.wave(u) + HalftoneGrid.wave(v)))
    }

    @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
      let (c, m, z) = (1 - clamped(p.r, 0, 1), 1 - clamped(p.g, 0, 1), 1 - clamped(p.b, 0, 1))
      let grey = smaller(c, smaller(m, z))
      let under = removed * grey
      let dark = paper(smaller(replaced * grey, 1), black, x, y)
      return Pixel(
        r: dark * paper(larger(c - under, 0), cyan, x, y), g: dark * paper(larger(m - under, 0), magenta, x, y),
        b: dark * paper(larger(z - under, 0), yellow, x, y), a: p.a)
    }
  }
}

/// Shows the image in dots of four inks, as in print; see `CIFilter.cmykHalftone()`.
public protocol CICMYKHalftone: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The middle of a dot or line.
  var center: CGPoint { get set }
  /// The distance between dots in pixels; below 1 it counts as 1.
  var width: Float { get set }
  /// How far the pattern is turned, in radians, counter-clockwise.
  var angle: Float { get set }
  /// How hard the edges of the dots are, 0 or more.
  var sharpness: Float { get set }
  /// How much of the grey is printed in black, 0 or more.
  var grayComponentReplacement: Float { get set }
  /// How much of that is removed from the other inks, 0 or more.
  var underColorRemoval: Float { get set }
}

extension BuiltInFilter: CICMYKHalftone where Definition == CMYKHalftone {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var angle: Float {
    get { definition.angle }
    set { definition.angle = newValue }
  }
  var sharpness: Float {
    get { definition.sharpness }
    set { definition.sharpness = newValue }
  }
  var grayComponentReplacement: Float {
    get { definition.grayComponentReplacement }
    set { definition.grayComponentReplacement = newValue }
  }
  var underColorRemoval: Float {
    get { definition.underColorRemoval }
    set { definition.underColorRemoval = newValue }
  }
}

extension CIFilter {
  /// Shows the image in dots of four inks, as in print.
  ///
  /// ## Formula
  /// Inks are C, M, Y = `1 - r`, `1 - g`, `1 - b` of unpremultiplied colour clamped to 0...1, and K the smallest of
  /// them times `inputGCR`, at most 1; `inputUCR * inputGCR` times the smallest is subtracted from C, M and Y. Each is
  /// printed in dots as in ``dotScreen()``, `smoothstep(-k, k, ink - (1 - s))`, turned by `inputAngle` and 15 (C), 75
  /// (M), 0 (Y), 45 (K) degrees more; the shares of white paper that the inks leave are multiplied: C absorbs red, M
  /// green, Y blue, K all. Core Image does not publish its formula.
  ///
  /// ## Extended range
  /// Light above 1 counts as 1: this is a picture for print.
  ///
  /// ## Alpha
  /// Kept.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputCenter`: default [150 150], in pixels.
  /// - `inputWidth`: default and neutral value 6, -2 or more, in pixels.
  /// - `inputAngle`: default and neutral value 0, in radians.
  /// - `inputSharpness`: default 0.7, 0 or more, in pixels.
  /// - `inputGCR`: default and neutral value 1, 0 or more.
  /// - `inputUCR`: default and neutral value 0.5, 0 or more.
  public class func cmykHalftone() -> any CIFilter & CICMYKHalftone { BuiltInFilter<CMYKHalftone>() }
}
