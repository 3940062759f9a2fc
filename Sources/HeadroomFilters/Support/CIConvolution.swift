public import HeadroomImage

/// The inputs shared by the convolution filters; see `CIFilter.convolution3X3()`.
public protocol CIConvolution: CIFilterProtocol {
  /// The image to change.
  var inputImage: CIImage? { get set }
  /// The weights, row by row from the top left; missing ones are 0.
  var weights: CIVector { get set }
  /// Added to red, green, blue and alpha.
  var bias: Float { get set }
}

/// A definition behind ``CIConvolution``.
protocol ConvolutionDefinition: FilterDefinition {
  var weights: CIVector { get set }
  var bias: Float { get set }
}

extension BuiltInFilter: CIConvolution where Definition: ConvolutionDefinition {
  var weights: CIVector {
    get { definition.weights }
    set { definition.weights = newValue }
  }
  var bias: Float {
    get { definition.bias }
    set { definition.bias = newValue }
  }
}
