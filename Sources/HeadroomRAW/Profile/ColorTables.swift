/// The tables of colours that finish a profile's look, and what each of them is for (RGBTables of DNG 1.6 and later).
package struct ColorTables: Hashable, Sendable {
  /// How what several tables make of a colour becomes one.
  package enum Composition: UInt32, Hashable, Sendable {
    /// The mean of all, weighted by masks.
    case weightedSum
    /// One after the other, each as far as its mask says.
    case sequence
  }

  package struct Layer: Hashable, Sendable {
    /// The mask that says where the table counts, by its SemanticName; empty for what no mask covers.
    package var mask: String
    package var table: ColorTable

    package init(mask: String, table: ColorTable) { (self.mask, self.table) = (mask, table) }
  }

  package var composition: Composition
  package var layers: [Layer]

  package init(_ layers: [Layer], composition: Composition = .weightedSum) {
    self.composition = composition
    self.layers = layers
  }
}
