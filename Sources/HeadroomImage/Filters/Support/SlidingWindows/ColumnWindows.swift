import HeadroomPixels

/// The mean, the largest or the smallest value of each channel in a window down the column, at the same cost for every size.
struct ColumnWindows: PassImplementation {
  let value: WindowValue
  /// Pixels on each side of the centre, at least 1.
  let reach: Int
  let edge: EdgeMode

  var fingerprint: Fingerprint { Fingerprint("\(value) down columns", [Double(reach)] + edge.fingerprint) }

  var toleratesPartialInput: Bool { true }

  func region(for output: PixelRect) -> PixelRect { edge.region(output.expanded(dx: 0, dy: reach)) }

  func pixels(standingFor rect: PixelRect) -> PixelRect { edge.region(rect) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func makeRun(_ columns: Range<Int>, scratch: ScratchArena) -> any PassRun {
    ColumnRun(self, columns, scratch: scratch)
  }

  func evaluate(x: Int, y: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    value.of((y - reach...y + reach).map { edge.pixel(x, $0, of: input) }, count: 2 * reach + 1)
  }
}
