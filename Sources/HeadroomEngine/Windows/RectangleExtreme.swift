package import HeadroomPixels

/// The largest or the smallest value of each channel in a rectangle, at the same cost for every size.
package struct RectangleExtreme: NeighbourhoodImplementation {
  package let extreme: Extreme
  package let reach: RectangleWindow.Reach
  package let edge: EdgeMode

  package init(extreme: Extreme, reach: RectangleWindow.Reach, edge: EdgeMode) {
    self.extreme = extreme
    self.reach = reach
    self.edge = edge
  }

  package var fingerprint: Fingerprint {
    Fingerprint("\(extreme) of a rectangle", [Double(reach.x), Double(reach.y)] + edge.fingerprint)
  }

  package var toleratesPartialInput: Bool { true }

  package func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach.x, dy: reach.y)) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    switch extreme {
    case .largest: unsafe render(WindowMaximum(), input, into: output, scratch)
    case .smallest: unsafe render(WindowMinimum(), input, into: output, scratch)
    }
  }

  private func render<Fold: WindowFold>(_ fold: Fold, _ input: Tile, into output: Tile, _ scratch: ScratchArena) {
    unsafe RectangleWindow.run(columns: fold, rows: fold, reach, input, edge, into: output, scratch: scratch)
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var values = edge.pixel(x, y, of: input).withoutNaN
    for row in y - reach.y...y + reach.y {
      for column in x - reach.x...x + reach.x {
        values = extreme.of(values, edge.pixel(column, row, of: input).withoutNaN)
      }
    }
    return Pixel(values)
  }
}

/// Which value of a neighbourhood is taken.
package enum Extreme: String, Sendable {
  case largest, smallest

  package func of(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD4<Double> {
    self == .largest ? pointwiseMax(one, other) : pointwiseMin(one, other)
  }
}
