internal import HeadroomEngine
package import HeadroomImage

extension CIImage {
  /// This image, marked as made by a filter unless its nodes are marked already.
  package func made(by definition: some RegisteredFilter, from images: [String: CIImage]) -> CIImage {
    if node.isData(over: images.values.map(\.node)) { return self }
    return made(
      by: definition.origin(imageKeys: images.keys.sorted()), from: images.sorted { $0.key < $1.key }.map(\.value))
  }
}

extension RegisteredFilter {
  fileprivate func origin(imageKeys: [String]) -> NodeOrigin {
    NodeOrigin(.filter(Self.name), imageKeys: imageKeys) { Self.inputs.map { ($0.description.key, $0.get(self)) } }
  }
}
