public import HeadroomImage

extension CIImage {
  /// The output of a filter on this image: defaults, then the image, then the parameters.
  ///
  /// Returns the image itself when the filter is unknown or has no output.
  public func applyingFilter(_ filterName: String, parameters params: [String: Any] = [:]) -> CIImage {
    guard let filter = CIFilter(name: filterName) else { return self }
    filter.setDefaults()
    filter.setValue(self, forKey: "inputImage")
    for (key, value) in params { filter.setValue(value, forKey: key) }
    return filter.outputImage ?? self
  }

  /// A Gaussian blur of the given standard deviation in pixels; below 0.16 it returns the image itself.
  public func applyingGaussianBlur(sigma: Double) -> CIImage {
    sigma < 0.16 ? self : applyingFilter("CIGaussianBlur", parameters: ["inputRadius": sigma])
  }
}
