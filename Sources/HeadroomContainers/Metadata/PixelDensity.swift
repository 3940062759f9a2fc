/// The pixels per unit of length that a container states, as in JFIF, PNG's pHYs and TIFF.
package struct PixelDensity: Hashable, Sendable {
  package enum Unit: Hashable, Sendable {
    case inch, centimetre, metre
    /// The numbers state only a pixel's shape.
    case none
  }

  /// Pixels per unit across.
  package var x: Double
  /// Pixels per unit down.
  package var y: Double
  package var unit: Unit

  package init(x: Double, y: Double, unit: Unit) {
    self.x = x
    self.y = y
    self.unit = unit
  }

  /// Pixels per inch; nil where no length is known.
  package var perInch: (x: Double, y: Double)? {
    guard x > 0, y > 0 else { return nil }
    switch unit {
    case .inch: return (x, y)
    case .centimetre: return (x * 2.54, y * 2.54)
    case .metre: return (x * 0.0254, y * 0.0254)
    case .none: return nil
    }
  }

  /// The density of the picture turned by a quarter.
  package var transposed: PixelDensity { PixelDensity(x: y, y: x, unit: unit) }
}
