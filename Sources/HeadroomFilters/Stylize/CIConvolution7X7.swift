internal import Foundation
public import HeadroomImage

/// Sums the 7 by 7 pixels around each pixel, each with its own weight.
struct Convolution7X7: ConvolutionFilter, ConvolutionDefinition {
  static let name = "CIConvolution7X7"
  static let displayName = "7 by 7 Convolution"
  static let introduced = FilterAvailability(iOS: "9.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputWeights", identity: CIVector.impulse(49), example: .relief(49)) var weights = CIVector.impulse(49)
  @Input("inputBias", identity: 0) var bias: Float = 0

  static let size = ConvolutionSize(width: 7, height: 7, keepsAlpha: false)
}

extension CIFilter {
  /// Sums the 7 by 7 pixels around each pixel, each with its own weight.
  ///
  /// ## Formula
  /// `out(x, y) = inputBias + sum of weight(row, column) * in(x + column - 3, y + 3 - row)`: the weights run row by
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
  public class func convolution7X7() -> any CIFilter & CIConvolution { BuiltInFilter<Convolution7X7>() }
}
