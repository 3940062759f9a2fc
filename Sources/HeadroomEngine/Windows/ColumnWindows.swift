package import HeadroomPixels

/// The mean, the largest or the smallest value of each channel in a window down the column, at the same cost for every size.
package struct ColumnWindows: PassImplementation {
  package let value: WindowValue
  /// Pixels on each side of the centre, at least 1.
  package let reach: Int
  package let edge: EdgeMode

  package init(value: WindowValue, reach: Int, edge: EdgeMode) {
    self.value = value
    self.reach = reach
    self.edge = edge
  }

  package var fingerprint: Fingerprint { Fingerprint("\(value) down columns", [Double(reach)] + edge.fingerprint) }

  package var toleratesPartialInput: Bool { true }

  package func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: 0, dy: reach)) }

  package func pixels(standingFor rect: PixelRect) -> PixelRect { edge.region(rect) }

  package func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  package func makeRun(_ columns: Range<Int>, scratch: ScratchArena) -> any PassRun {
    ColumnRun(self, columns, scratch: scratch)
  }

  package func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    value.of((y - reach...y + reach).map { edge.pixel(x, $0, of: input) }, count: 2 * reach + 1)
  }
}
