internal import HeadroomEngine
internal import HeadroomPixels

/// A Gaussian of a few pixels along columns, then along rows, every tap computed.
struct GaussianConvolution: NeighbourhoodImplementation {
  let fingerprint: Fingerprint
  let weights: GaussianWeights
  let edge: EdgeMode

  var toleratesPartialInput: Bool { true }

  private var radius: Int { weights.radius }

  init(sigma: Double, edge: EdgeMode) {
    fingerprint = Fingerprint("Gaussian blur", [sigma] + edge.fingerprint)
    weights = GaussianWeights(sigma: sigma)
    self.edge = edge
  }

  func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: radius, dy: radius)) }

  /// Weights are positive and sum to 1.
  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    func around(_ part: PixelRect) -> PixelRect { part.expanded(dx: radius, dy: radius) }
    let required = unsafe output.rect.expanded(dx: 0, dy: radius)
    let window = unsafe WeightedWindow(input, over: around(output.rect), edge, required: required, scratch: scratch)
    unsafe window.compute(output, reading: around) { part, plane in
      unsafe SeparableConvolution.run(weights.values, window.tile, edge, into: part, plane: plane, scratch: scratch)
    }
    scratch.reset(to: mark)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in weights.values.enumerated() {
      for (column, weight) in weights.values.enumerated() {
        let pixel = edge.pixel(x + column - radius, y + row - radius, of: input)
        sum += pixel.summable * (Double(rowWeight) * Double(weight))
      }
    }
    return Pixel(sum)
  }
}
