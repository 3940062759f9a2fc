internal import HeadroomPixels

/// The mean over a square, at the same cost for every size.
struct BoxMean: NeighbourhoodImplementation {
  /// Pixels on each side of the centre.
  let reach: Int
  let edge: EdgeMode

  var fingerprint: Fingerprint { Fingerprint("box mean", [Double(reach)] + edge.fingerprint) }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: reach, dy: reach)) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mean = WindowMean(width: 2 * reach + 1)
    unsafe RectangleWindow.run(
      columns: mean, rows: mean, RectangleWindow.Reach(x: reach, y: reach), input, edge, into: output, scratch: scratch)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>.zero
    for row in y - reach...y + reach {
      for column in x - reach...x + reach { sum += edge.pixel(column, row, of: input).summable }
    }
    return Pixel(sum / Double((2 * reach + 1) * (2 * reach + 1)))
  }
}
