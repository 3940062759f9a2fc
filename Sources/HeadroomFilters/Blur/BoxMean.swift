package import HeadroomEngine
package import HeadroomPixels

/// The mean over a square, at the same cost for every size.
package struct BoxMean: NeighbourhoodImplementation {
  /// Pixels on each side of the centre.
  package let reach: Int
  package let edge: EdgeMode

  package init(reach: Int, edge: EdgeMode) {
    self.reach = reach
    self.edge = edge
  }

  package var fingerprint: Fingerprint { Fingerprint("box mean", [Double(reach)] + edge.fingerprint) }

  package var toleratesPartialInput: Bool { true }

  package func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach, dy: reach)) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    unsafe RectangleWindow.mean(
      RectangleWindow.Reach(x: reach, y: reach), input, edge, into: output, scratch: scratch)
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>.zero
    for row in y - reach...y + reach {
      for column in x - reach...x + reach { sum += edge.pixel(column, row, of: input).summable }
    }
    return Pixel(sum / Double((2 * reach + 1) * (2 * reach + 1)))
  }
}
