package import HeadroomEngine
package import HeadroomPixels

/// The picture at a power of two times its size: a cubic B-spline whose coefficients are the pixels. Pixel (i, j) of the
/// input lies at (i * scale, j * scale).
package struct SplineEnlargement: NeighbourhoodImplementation {
  /// The enlargement is 2 to this power.
  package let octaves: Int
  package let edge: EdgeMode
  private let weights: SplineWeights

  package init(octaves: Int, edge: EdgeMode) {
    self.octaves = octaves
    self.edge = edge
    weights = SplineWeights(octaves: octaves)
  }

  package var fingerprint: Fingerprint { Fingerprint("enlarge (B-spline)", [Double(octaves)] + edge.fingerprint) }

  package var toleratesPartialInput: Bool { true }

  private func window(of output: PixelRect) -> PixelRect {
    func low(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : value >> octaves - 1 }
    func high(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : (value - 1) >> octaves + 3 }
    return output.isEmpty
      ? output
      : PixelRect(minX: low(output.minX), minY: low(output.minY), maxX: high(output.maxX), maxY: high(output.maxY))
  }

  package func region(for output: PixelRect) -> PixelRect { edge.region(window(of: output)) }

  /// Weights are positive and sum to 1.
  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let input = unsafe WeightedWindow(input, over: window(of: output.rect), edge, scratch: scratch)
    unsafe input.compute(output, reading: window) { part, plane in
      unsafe SplineRows.enlarge(input.tile, weights, into: part, plane: plane, scratch: scratch)
    }
    scratch.reset(to: mark)
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let scale = 1 << octaves
    func spline(_ distance: Double) -> Double {
      let d = abs(distance)
      return d < 1 ? (4 - 6 * d * d + 3 * d * d * d) / 6 : d < 2 ? (2 - d) * (2 - d) * (2 - d) / 6 : 0
    }
    var sum = SIMD4<Double>.zero
    for row in (y >> octaves) - 1...(y >> octaves) + 2 {
      for column in (x >> octaves) - 1...(x >> octaves) + 2 {
        let weight =
          spline(Double(y) / Double(scale) - Double(row)) * spline(Double(x) / Double(scale) - Double(column))
        if weight > 0 { sum += edge.pixel(column, row, of: input).summable * weight }
      }
    }
    return Pixel(sum)
  }
}

/// The four weights of a cubic B-spline at each of the positions between two coefficients.
struct SplineWeights: Sendable {
  let octaves: Int
  /// Four weights for each position: of the first coefficient, of the last, then of the two in the middle. They sum to
  /// exactly 1 in this order.
  let values: [Float]

  init(octaves: Int) {
    self.octaves = octaves
    values = (0..<1 << octaves).flatMap { Self.weights(at: Double($0) / Double(1 << octaves)) }
  }

  private static func weights(at t: Double) -> [Float] {
    let s = 1 - t
    let six = [s * s * s, t * t * t, 4 - 6 * t * t + 3 * t * t * t, 4 - 6 * s * s + 3 * s * s * s]
    var weights = six.map { Float($0 / 6) }
    unsafe weights.withUnsafeMutableBufferPointer { all in
      guard let first = all.baseAddress else { return }
      unsafe BalancedWeights.balance(first, count: 4, largest: t < 0.5 ? 2 : 3)
    }
    return weights
  }
}
