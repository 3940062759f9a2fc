internal import HeadroomGraphics
public import HeadroomImage

extension CIImage {
  /// The recipe of an image, or one of its stored pixels, not turned; nil where these are not available.
  public convenience init?(image: UIImage) { self.init(image: image, options: nil) }

  /// As ``init(image:)``; the options are read for images of pixels.
  public convenience init?(image: UIImage, options: [CIImageOption: Any]?) {
    if let recipe = image.ciImage {
      self.init(node: recipe.node, tags: recipe.tags)
      return
    }
    guard let pixels = image.cgImage else { return nil }
    self.init(cgImage: pixels, options: options)
  }
}
