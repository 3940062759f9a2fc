internal import HeadroomPixels

/// Distributes the light of pixels over equal cells, by the pixel's share in each cell that it touches.
///
/// Light and shares are integers, whose sums in double precision are exact up to 2^53: results do not depend on tiles
/// and workers.
struct CellLight {
  /// The integer for a light of 1.
  static let unit = 65536.0

  let region: PixelRect

  /// Luma in integer units; NaN counts as 0.
  @inline(__always)
  static func whole(_ r: Float, _ g: Float, _ b: Float) -> Double {
    let luma = Luma.of(r, g, b)
    return (Double(luma > 0 ? min(luma, 256) : 0) * unit).rounded()
  }

  /// The pixels of a line of `length` that a cell touches. Shares are integers: in their unit a pixel is as long as the
  /// number of cells, and a cell as long as the number of pixels.
  static func shares(of cell: Int, among length: Int) -> [(pixel: Int, share: Int)] {
    let (start, end) = (cell * length, (cell + 1) * length)
    let side = SpectralResidual.side
    return (start / side...(end - 1) / side).map { pixel in
      (pixel, min(end, (pixel + 1) * side) - max(start, pixel * side))
    }
  }

  /// Adds a pixel's light to the cells of its line.
  @inline(__always)
  func add(_ light: Double, column: Int, to line: inout [Double]) {
    Self.forEachCell(of: column, among: region.width) { cell, share in line[cell] += light * Double(share) }
  }

  /// Adds a line of cells to those of the rows that it touches.
  func add(_ line: [Double], row: Int, to sums: inout [Double]) {
    Self.forEachCell(of: row, among: region.height) { cell, share in
      for (index, light) in line.enumerated() { sums[cell * line.count + index] += light * Double(share) }
    }
  }

  @inline(__always)
  private static func forEachCell(of pixel: Int, among length: Int, _ body: (_ cell: Int, _ share: Int) -> Void) {
    let side = SpectralResidual.side
    let end = (pixel + 1) * side
    var (place, cell) = (pixel * side, pixel * side / length)
    while place < end {
      let next = min(end, (cell + 1) * length)
      body(cell, next - place)
      (place, cell) = (next, cell + 1)
    }
  }
}
