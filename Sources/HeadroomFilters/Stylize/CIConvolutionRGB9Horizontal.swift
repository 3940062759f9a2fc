internal import Foundation
public import HeadroomImage

/// Sums the nine pixels of the row around each pixel, each with its own weight, and leaves alpha.
struct ConvolutionRGB9Horizontal: ConvolutionFilter, ConvolutionDefinition {
  static let name = "CIConvolutionRGB9Horizontal"
  static let displayName = "Horizontal 9 RGB Convolution"
  static let introduced = FilterAvailability(iOS: "15.0", macOS: "12.0")
  static let categories: [FilterCategory] = [.highDynamicRange, .stillImage, .stylize, .video]

  @Input("inputWeights", identity: CIVector.impulse(9), example: .relief(9)) var weights = CIVector.impulse(9)
  @Input("inputBias", identity: 0) var bias: Float = 0

  static let size = ConvolutionSize(width: 9, height: 1, keepsAlpha: true)
}

extension CIFilter {
  /// Sums the nine pixels of the row around each pixel, each with its own weight, and leaves alpha.
  ///
  /// ## Formula
  /// `out(x, y) = inputBias + sum of weight(row, column) * in(x + column - 4, y + 0 - row)`: the weights run row by
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
  public class func convolutionRGB9Horizontal() -> any CIFilter & CIConvolution {
    BuiltInFilter<ConvolutionRGB9Horizontal>()
  }
}
