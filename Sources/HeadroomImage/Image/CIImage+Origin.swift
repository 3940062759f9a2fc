package import HeadroomEngine

extension CIImage {
  /// This image with a record of the call that made it, and from which images.
  package func made(by origin: NodeOrigin, from images: [CIImage]) -> CIImage {
    CIImage(
      node: RecipeNode(node, origin: origin, images: images.map(\.node)), tags: tags, sampling: sampling)
  }
}
