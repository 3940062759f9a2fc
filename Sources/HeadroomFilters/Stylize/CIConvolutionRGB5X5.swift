internal import Foundation
public import HeadroomImage

/// Sums the 5 by 5 pixels around each pixel, each with its own weight, and leaves alpha.
struct ConvolutionRGB5X5: ConvolutionFilter, ConvolutionDefinition {
  static let name = "CIConvolutionRGB5X5"
  static let displayName = "5 by 5 RGB Convolution"
  static let introduced = FilterAvailability(iOS: "15.0", macOS: "12.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputWeights", identity: CIVector.impulse(25), example: .relief(25)) var weights = CIVector.impulse(25)
  @Input("inputBias", identity: 0) var bias: Float = 0

  static let size = ConvolutionSize(width: 5, height: 5, keepsAlpha: true)
}

extension CIFilter {
  /// Sums the 5 by 5 pixels around each pixel, each with its own weight, and leaves alpha.
  ///
  /// ## Formula
  /// `out(x, y) = inputBias + sum of weight(row, column) * in(x + column - 2, y + 2 - row)`: the weights run row by
  /// row from the top left, as the kernel is written down, and are not mirrored. Beyond the extent edge pixels are
  /// repeated.
  ///
  /// ## Extended range
  /// Colour is not clamped on either side.
  ///
  /// ## Alpha
  /// Kept; colour is premultiplied.
  ///
  /// ## Extent
  /// The image's.
  ///
  /// ## Keys
  /// - `inputWeights`: default and neutral value 1 in the middle and 0 elsewhere.
  /// - `inputBias`: default and neutral value 0.
  public class func convolutionRGB5X5() -> any CIFilter & CIConvolution { BuiltInFilter<ConvolutionRGB5X5>() }
}
