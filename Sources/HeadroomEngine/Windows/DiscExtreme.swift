package import HeadroomPixels

/// The largest or the smallest value of each channel in a disc.
///
/// The disc is cut into rows. For each row of the input, extremes over windows of all the widths that occur are
/// computed from each other, and go to the rows of the output that see the input's row at that width.
package struct DiscExtreme: NeighbourhoodImplementation {
  package let extreme: Extreme
  package let radius: Double
  package let edge: EdgeMode

  package init(extreme: Extreme, radius: Double, edge: EdgeMode) {
    self.extreme = extreme
    self.radius = radius
    self.edge = edge
  }

  /// Pixels of a disc lie within a radius that is larger by this, so that a radius of 1 holds the four neighbours, and of 2
  /// no corners of the square.
  private static let margin = 0.25

  /// Rows on each side of the centre.
  package var reach: Int { Int(radius + Self.margin) }

  package var fingerprint: Fingerprint { Fingerprint("\(extreme) of a disc", [radius] + edge.fingerprint) }

  package var toleratesPartialInput: Bool { true }

  package func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach, dy: reach)) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  /// Pixels on each side of the centre in the disc's row at a distance.
  package func halfWidth(at distance: Int) -> Int {
    let square = (radius + Self.margin) * (radius + Self.margin) - Double(distance * distance)
    return Int(max(square, 0).squareRoot())
  }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    switch extreme {
    case .largest: unsafe DiscWindow.run(self, WindowMaximum(), input, into: output, scratch: scratch)
    case .smallest: unsafe DiscWindow.run(self, WindowMinimum(), input, into: output, scratch: scratch)
    }
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var values = edge.pixel(x, y, of: input).withoutNaN
    let limit = (radius + Self.margin) * (radius + Self.margin)
    for dy in -reach...reach {
      for dx in -reach...reach where Double(dx * dx + dy * dy) <= limit {
        values = extreme.of(values, edge.pixel(x + dx, y + dy, of: input).withoutNaN)
      }
    }
    return Pixel(values)
  }
}
