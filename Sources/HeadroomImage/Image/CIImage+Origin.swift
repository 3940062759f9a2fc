package import HeadroomEngine

extension CIImage {
  /// This image with a note of who made it from which images.
  package func made(by origin: NodeOrigin, from images: [CIImage]) -> CIImage {
    CIImage(
      node: RecipeNode(node, origin: origin, images: images.map(\.node)), tags: tags, sampling: sampling)
  }
}
