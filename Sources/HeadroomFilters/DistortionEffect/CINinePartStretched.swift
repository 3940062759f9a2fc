public import Foundation
public import HeadroomImage
internal import HeadroomPixels

/// Makes the image larger by stretching its middle; its corners stay as they are.
struct NinePartStretched: FilterDefinition {
  static let name = "CINinePartStretched"
  static let introduced = FilterAvailability(iOS: "10.0", macOS: "10.12")
  static let categories: [FilterCategory] = [.distortionEffect, .highDynamicRange, .stillImage, .video]

  @Input("inputBreakpoint0") var breakpoint0 = CGPoint(x: 50, y: 50)
  @Input("inputBreakpoint1") var breakpoint1 = CGPoint(x: 150, y: 150)
  @Input("inputGrowAmount", type: .offset) var growAmount = CGPoint(x: 100, y: 100)

  var isNeutral: Bool { growAmount == .zero }

  func image(from inputs: FilterImages) -> CIImage? {
    inputs.main?.grown(between: breakpoint0, and: breakpoint1, by: growAmount, tiling: .stretched)
  }
}

/// Makes the image larger by stretching its middle and keeping its corners; see `CIFilter.ninePartStretched()`.
public protocol CINinePartStretched: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// Where the part that grows begins, from the left and from below.
  var breakpoint0: CGPoint { get set }
  /// Where it ends.
  var breakpoint1: CGPoint { get set }
  /// How much larger the image becomes, to the right and to the top, in pixels.
  var growAmount: CGPoint { get set }
}

extension BuiltInFilter: CINinePartStretched where Definition == NinePartStretched {
  var breakpoint0: CGPoint {
    get { definition.breakpoint0 }
    set { definition.breakpoint0 = newValue }
  }
  var breakpoint1: CGPoint {
    get { definition.breakpoint1 }
    set { definition.breakpoint1 = newValue }
  }
  var growAmount: CGPoint {
    get { definition.growAmount }
    set { definition.growAmount = newValue }
  }
}

extension CIFilter {
  /// Makes the image larger by stretching its middle; its corners stay as they are.
  ///
  /// ## Formula
  /// The two points cut the image into nine parts. The four corners keep their size; along each axis the part between
  /// the points is stretched until it is `inputGrowAmount` longer. Bilinear; nothing is interpolated in the corners
  /// when points and amounts are whole numbers. Negative amounts shrink the middle to nothing at most.
  ///
  /// ## Extended range
  /// Linear light, not clamped.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha alike.
  ///
  /// ## Extent
  /// The image's, larger to the right and to the top by the amount. An infinite image stays as it is. Colour space
  /// and content headroom are kept.
  ///
  /// ## Keys
  /// - `inputBreakpoint0`: default [50 50], in pixels.
  /// - `inputBreakpoint1`: default [150 150], in pixels.
  /// - `inputGrowAmount`: default [100 100], in pixels.
  public class func ninePartStretched() -> any CIFilter & CINinePartStretched { BuiltInFilter<NinePartStretched>() }
}
