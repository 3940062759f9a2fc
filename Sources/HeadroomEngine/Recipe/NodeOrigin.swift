/// The client's call that made a node, kept so that a recipe can be written as data: the node itself only has the
/// result.
package struct NodeOrigin: Sendable {
  package enum Author: Sendable {
    /// A filter, by its name.
    case filter(String)
    /// A method of `CIImage`, by its name.
    case method(String)
    /// The source itself, with what reading it adds to its pixels.
    case source(any SourceOperation)
  }

  package let author: Author
  /// The keys of the images that the author read.
  package let imageKeys: [String]
  /// Its other inputs, by key, as key access returns them; nil where an input is set to nothing. Looked up on demand.
  package let settings: @Sendable () -> [(key: String, value: Any?)]

  package init(
    _ author: Author, imageKeys: [String] = [],
    settings: @escaping @Sendable () -> [(key: String, value: Any?)] = { [] }
  ) {
    self.author = author
    self.imageKeys = imageKeys
    self.settings = settings
  }
}

extension RecipeNode {
  /// Whether the node is made from these nodes only by operations that are data to the planner: crops, clamps,
  /// transforms, colour conversions. Such nodes describe themselves, and more exactly than the call that made them.
  package func isData(over inputs: [RecipeNode]) -> Bool {
    var node = self
    // A longer run was made by a caller.
    for _ in 0..<8 {
      if inputs.contains(where: { $0 === node }) { return true }
      switch node.kind {
      case .color, .affine, .crop, .clamp, .intermediate: break
      case .source, .point, .warp, .area, .processor, .reduction: return false
      }
      guard node.inputs.count == 1 else { return false }
      node = node.inputs[0]
    }
    return false
  }
}
