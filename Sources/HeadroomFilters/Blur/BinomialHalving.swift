package import HeadroomEngine
package import HeadroomPixels

/// The picture at half size: weights of 1 4 6 4 1 sixteenths around every pixel with even coordinates, both ways.
package struct BinomialHalving: NeighbourhoodImplementation {
  package let edge: EdgeMode

  package init(edge: EdgeMode) {
    self.edge = edge
  }

  package var fingerprint: Fingerprint { Fingerprint("halve (binomial)", edge.fingerprint) }

  package var toleratesPartialInput: Bool { true }

  /// The part of the result that may differ from what lies beyond it: its outermost pixels see nothing but the input's
  /// edge.
  package static func extent(of input: PixelRect) -> PixelRect {
    func low(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : value >> 1 - 1 }
    func high(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : value >> 1 + 2 }
    return input.isEmpty
      ? input
      : PixelRect(minX: low(input.minX), minY: low(input.minY), maxX: high(input.maxX), maxY: high(input.maxY))
  }

  private static func window(of output: PixelRect) -> PixelRect {
    func low(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : 2 * value - 2 }
    func high(_ value: Int) -> Int { abs(value) >= PixelRect.limit ? value : 2 * value + 1 }
    return output.isEmpty
      ? output
      : PixelRect(minX: low(output.minX), minY: low(output.minY), maxX: high(output.maxX), maxY: high(output.maxY))
  }

  package func region(for output: PixelRect) -> PixelRect { edge.region(Self.window(of: output)) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let window = unsafe WeightedWindow(input, over: Self.window(of: output.rect), edge, scratch: scratch)
    unsafe window.compute(output, reading: Self.window) { part, plane in
      unsafe BinomialRows.halve(window.tile, into: part, plane: plane, scratch: scratch)
    }
    scratch.reset(to: mark)
  }

  package func renderByRows(
    _ region: PixelRect, rowsAtATime: Int, _ input: (PixelRect) -> Tile, into output: Tile, scratch: ScratchArena
  ) -> Bool {
    let rect = unsafe output.rect
    let rows = max((rowsAtATime - 3) / 2, 1)
    for y in stride(from: rect.minY, to: rect.maxY, by: rows) {
      let part = PixelRect(minX: rect.minX, minY: y, maxX: rect.maxX, maxY: min(y + rows, rect.maxY))
      let mark = scratch.mark
      unsafe render(input(self.region(for: part).clamped(to: region)), into: output.part(part), scratch: scratch)
      scratch.reset(to: mark)
    }
    return true
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let weights = [1.0, 4, 6, 4, 1]
    var sum = SIMD4<Double>.zero
    for (row, rowWeight) in weights.enumerated() {
      for (column, weight) in weights.enumerated() {
        sum += edge.pixel(2 * x + column - 2, 2 * y + row - 2, of: input).summable * (rowWeight * weight / 256)
      }
    }
    return Pixel(sum)
  }
}
