/// The colour tables that finish a profile's look, with their masks (RGBTables of DNG 1.6 and later).
package struct ColorTables: Hashable, Sendable {
  /// How the results of several tables are combined.
  package enum Composition: UInt32, Hashable, Sendable {
    /// The mean of all, weighted by masks.
    case weightedSum
    /// One after the other, each weighted by its mask.
    case sequence
  }

  package struct Layer: Hashable, Sendable {
    /// The SemanticName of the mask that weights the table; empty for the parts that no mask covers.
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
