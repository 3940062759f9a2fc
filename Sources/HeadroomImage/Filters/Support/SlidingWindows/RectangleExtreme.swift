internal import HeadroomPixels

/// The largest or the smallest value of each channel in a rectangle, at the same cost for every size.
struct RectangleExtreme: NeighbourhoodImplementation {
  let extreme: Extreme
  let reach: RectangleWindow.Reach
  let edge: EdgeMode

  var fingerprint: Fingerprint {
    Fingerprint("\(extreme) of a rectangle", [Double(reach.x), Double(reach.y)] + edge.fingerprint)
  }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach.x, dy: reach.y)) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    switch extreme {
    case .largest: unsafe render(WindowMaximum(), input, into: output, scratch)
    case .smallest: unsafe render(WindowMinimum(), input, into: output, scratch)
    }
  }

  private func render<Fold: WindowFold>(_ fold: Fold, _ input: Tile, into output: Tile, _ scratch: ScratchArena) {
    unsafe RectangleWindow.run(columns: fold, rows: fold, reach, input, edge, into: output, scratch: scratch)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
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
enum Extreme: String, Sendable {
  case largest, smallest

  func of(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> SIMD4<Double> {
    self == .largest ? pointwiseMax(one, other) : pointwiseMin(one, other)
  }
}
