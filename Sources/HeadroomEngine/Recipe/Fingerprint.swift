package import HeadroomPixels

/// Identifies an operation: a name and the values of the parameters. Equal subtrees are found by it.
package struct Fingerprint: Hashable, Sendable {
  package var name: String
  package var values: [Double]
  /// Objects that are compared by identity (pixel storage, files).
  package var objects: [ObjectIdentifier]

  package init(_ name: String, _ values: [Double] = [], objects: [ObjectIdentifier] = []) {
    self.name = name
    self.values = values
    self.objects = objects
  }
}

extension PixelRect {
  /// The bounds as numbers, for comparing recipes.
  package var fingerprint: [Double] { [minX, minY, maxX, maxY].map(Double.init) }
}
