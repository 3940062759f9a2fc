/// Which picture of a file, and what of its layers.
package struct PicturePlace: Hashable, Sendable {
  package var index = 0
  /// Nil for what is shown of a picture where nobody asks.
  package var layer: String?
  /// Whether somebody asked for this one, so that nobody wonders where the others are.
  package var isChosen = false

  package static let first = PicturePlace()

  package init(index: Int = 0, layer: String? = nil, isChosen: Bool = false) {
    (self.index, self.layer, self.isChosen) = (index, layer, isChosen)
  }
}
