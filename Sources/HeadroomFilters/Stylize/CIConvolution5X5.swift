internal import Foundation
public import HeadroomImage

/// Sums the 5 by 5 pixels around each pixel, each with its own weight.
struct Convolution5X5: ConvolutionFilter, ConvolutionDefinition {
  static let name = "CIConvolution5X5"
  static let displayName = "5 by 5 Convolution"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputWeights", identity: CIVector.impulse(25), example: .relief(25)) var weights = CIVector.impulse(25)
  @Input("inputBias", identity: 0) var bias: Float = 0

  static let size = ConvolutionSize(width: 5, height: 5, keepsAlpha: false)
}

extension CIFilter {
  /// Sums the 5 by 5 pixels around each pixel, each with its own weight.
  ///
  /// ## Formula
  /// `out(x, y) = inputBias + sum of weight(row, column) * in(x + column - 2, y + 2 - row)`: the weights run row by
  /// row from the top left, as the kernel is written down, and are not mirrored.
  ///
  /// ## Extended range
  /// Colour is not clamped on either side.
  ///
  /// ## Alpha
  /// Premultiplied colour and alpha get the same weights and bias; the new alpha is clamped to 0...1.
  ///
  /// ## Extent
  /// Grows by as many pixels as the weights reach; infinite where there is a bias.
  ///
  /// ## Keys
  /// - `inputWeights`: default and neutral value 1 in the middle and 0 elsewhere.
  /// - `inputBias`: default and neutral value 0.
  public class func convolution5X5() -> any CIFilter & CIConvolution { BuiltInFilter<Convolution5X5>() }
}
