internal import Foundation
public import HeadroomImage

/// Sums the nine pixels of the column around each pixel, each with its own weight.
struct Convolution9Vertical: ConvolutionFilter, ConvolutionDefinition {
  static let name = "CIConvolution9Vertical"
  static let displayName = "Vertical 9 Convolution"
  static let introduced = FilterAvailability(iOS: "7.0", macOS: "10.9")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputWeights", identity: CIVector.impulse(9), example: .relief(9)) var weights = CIVector.impulse(9)
  @Input("inputBias", identity: 0) var bias: Float = 0

  static let size = ConvolutionSize(width: 1, height: 9, keepsAlpha: false)
}

extension CIFilter {
  /// Sums the nine pixels of the column around each pixel, each with its own weight.
  ///
  /// ## Formula
  /// `out(x, y) = inputBias + sum of weight(row, column) * in(x + column - 0, y + 4 - row)`: the weights run row by
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
  public class func convolution9Vertical() -> any CIFilter & CIConvolution { BuiltInFilter<Convolution9Vertical>() }
}
