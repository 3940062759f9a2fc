/// A picture of a file, and one of its layers.
package struct PicturePlace: Hashable, Sendable {
  package var index = 0
  /// Nil for the default layer.
  package var layer: String?
  /// Whether this picture was chosen explicitly, so that no warning about the others is needed.
  package var isChosen = false

  package static let first = PicturePlace()

  package init(index: Int = 0, layer: String? = nil, isChosen: Bool = false) {
    (self.index, self.layer, self.isChosen) = (index, layer, isChosen)
  }
}
