internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// The mean of every column, or of every row.
struct LineMeans: ReductionImplementation {
  enum Lines: Int, Sendable {
    case columns, rows
  }

  let region: PixelRect
  let lines: Lines

  var fingerprint: Fingerprint { Fingerprint("means of lines", region.fingerprint + [Double(lines.rawValue)]) }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  private var lineCount: Int { lines == .columns ? region.width : region.height }

  /// Sums of four channels for each line.
  func makePartial() -> [Double] { [] }

  func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout [Double]) {
    if partial.isEmpty { partial = [Double](repeating: 0, count: 4 * lineCount) }
    for plane in 0..<4 {
      let (first, row) = unsafe (plane * lineCount, rows.plane(plane))
      if lines == .rows {
        unsafe partial[first + y - region.minY] += RowSum.sum(row, count)
        continue
      }
      let column = first + x - region.minX
      for i in 0..<count {
        let value = unsafe row[i]
        partial[column + i] += Double(value == value ? value : 0)
      }
    }
  }

  func merge(_ other: [Double], into partial: inout [Double]) {
    if partial.isEmpty {
      partial = other
    } else {
      for index in other.indices { partial[index] += other[index] }
    }
  }

  func finish(_ partial: [Double], pixelCount: Int) -> [Pixel] {
    let length = Double(lines == .columns ? region.height : region.width)
    func mean(_ plane: Int, _ line: Int) -> Float {
      partial.isEmpty ? 0 : Float(partial[plane * lineCount + line] / length)
    }
    return (0..<lineCount).map { Pixel(r: mean(0, $0), g: mean(1, $0), b: mean(2, $0), a: mean(3, $0)) }
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    (0..<lineCount).map { line in
      let part =
        lines == .columns
        ? stride(from: line, to: pixels.count, by: region.width).map { pixels[$0] }
        : Array(pixels[line * region.width..<(line + 1) * region.width])
      return Pixel(part.reduce(SIMD4<Double>.zero) { $0 + $1.withoutNaN } / Double(part.count))
    }
  }
}

extension AreaReduction {
  /// The means of the lines of the rectangle, side by side.
  func lineMeans(of image: CIImage?, _ lines: LineMeans.Lines) -> CIImage? {
    guard let image else { return nil }
    let region = PixelRect(enclosing: inputExtent).intersection(PixelRect(enclosing: image.extent))
    guard !region.isEmpty, !region.isInfinite else { return nil }
    let count = lines == .columns ? region.width : region.height
    return image.appending(
      reduction: LineMeans(region: region, lines: lines), extent: CGRect(x: 0, y: 0, width: count, height: 1),
      keepsTags: true)
  }
}
