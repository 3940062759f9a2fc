internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// The Euclidean distance of each pixel to the nearest one whose red is above 0.5, as a share of a largest distance.
///
/// Distances along columns first, then for each row the lower envelope of the parabolas that stand on them (Felzenszwalb and
/// Huttenlocher): one pass each, whatever the distances. A whole-picture operation, since any pixel may be the nearest.
struct DistanceTransform: ProcessorImplementation {
  let maximum: Float
  let mask: PixelRect

  var fingerprint: Fingerprint { Fingerprint("distance from red mask", [Double(maximum)] + mask.fingerprint) }

  func peak(of inputs: [Float?]) -> Float? { 1 }
  func isOpaque(_ inputs: [Bool]) -> Bool { true }
  func region(for extent: PixelRect, ofInput index: Int) -> PixelRect { mask }

  /// Stands for "no pixel of the mask in this column".
  private static let far: Float = 1e9

  func process(_ inputs: [Tile], into output: Tile, pool: ThreadPool) {
    let rect = unsafe output.rect
    let strips = stride(from: rect.minX, to: rect.maxX, by: 256).map { $0..<min($0 + 256, rect.maxX) }
    // Proof of safety: strips are disjoint columns, and rows are disjoint rows of memory that the caller keeps alive.
    nonisolated(unsafe) let (input, output) = unsafe (inputs[0], output)
    pool.concurrentPerform(strips.count) { unsafe measureColumns(input, strips[$0], into: output) }
    pool.concurrentPerform(
      rect.height, scratch: { Envelope(width: rect.width) },
      { row, envelope in
        if !TaskContext.isCancelled { unsafe envelope.measureRow(of: output, y: rect.minY + row, maximum: maximum) }
      })
  }

  /// Stores in the first plane the distance to the nearest pixel of the mask in the same column.
  private func measureColumns(_ input: Tile, _ columns: Range<Int>, into output: Tile) {
    let rect = unsafe output.rect
    let first = columns.lowerBound - rect.minX
    for y in rect.minY..<rect.maxY where !TaskContext.isCancelled {
      let row = unsafe output.row(0, y: y) + first
      let below = unsafe y > rect.minY ? output.row(0, y: y - 1) + first : nil
      for i in 0..<columns.count { unsafe row[i] = below.map { unsafe $0[i] + 1 } ?? Self.far }
      unsafe clearMask(input, y: y, columns, row)
    }
    for y in (rect.minY..<rect.maxY - 1).reversed() where !TaskContext.isCancelled {
      let (row, above) = unsafe (output.row(0, y: y) + first, output.row(0, y: y + 1) + first)
      for i in 0..<columns.count { unsafe row[i] = smaller(row[i], above[i] + 1) }
    }
  }

  /// Sets the distance to 0 where the mask is.
  private func clearMask(_ input: Tile, y: Int, _ columns: Range<Int>, _ row: UnsafeMutablePointer<Float>) {
    let inside = unsafe PixelRect(minX: columns.lowerBound, minY: y, maxX: columns.upperBound, maxY: y + 1)
      .intersection(input.rect)
    guard !inside.isEmpty else { return }
    let red = unsafe input.row(0, y: y) + (inside.minX - input.rect.minX)
    let target = unsafe row + (inside.minX - columns.lowerBound)
    for i in 0..<inside.width { unsafe target[i] = red[i] > 0.5 ? 0 : target[i] }
  }

  /// The lower envelope of a row's parabolas; one for each worker.
  private struct Envelope: ~Copyable {
    /// Heights of the parabolas: squares of the distances along the columns.
    private var heights: [Double]
    /// The positions of the envelope's parabolas, and where each of them starts to be the lowest.
    private var places: [Int]
    private var starts: [Double]

    init(width: Int) {
      heights = [Double](repeating: 0, count: width)
      places = [Int](repeating: 0, count: width)
      starts = [Double](repeating: 0, count: width + 1)
    }

    mutating func measureRow(of output: Tile, y: Int, maximum: Float) {
      let width = heights.count
      let row = unsafe output.row(0, y: y)
      let count = unsafe build(row)
      var current = 0
      for x in 0..<width {
        while current + 1 < count, starts[current + 1] < Double(x) { current += 1 }
        let distance = count == 0 ? .infinity : self.distance(from: x, current)
        let share = distance == 0 ? 0 : min(Float(distance) / maximum, 1)
        for plane in 0..<3 { unsafe output.row(plane, y: y)[x] = share }
        unsafe output.row(3, y: y)[x] = 1
      }
    }

    private func distance(from x: Int, _ index: Int) -> Double {
      let across = Double(x - places[index])
      return (across * across + heights[places[index]]).squareRoot()
    }

    /// Builds the envelope, and returns its number of parabolas.
    private mutating func build(_ row: UnsafePointer<Float>) -> Int {
      var count = 0
      for x in heights.indices {
        let distance = unsafe row[x]
        guard distance < DistanceTransform.far / 2 else { continue }
        heights[x] = Double(distance) * Double(distance)
        var start = -Double.infinity
        while count > 0 {
          start = crossing(places[count - 1], x)
          if start > starts[count - 1] { break }
          count -= 1
          start = -.infinity
        }
        places[count] = x
        starts[count] = start
        count += 1
      }
      return count
    }

    /// Where the parabola that stands further right becomes the lower one.
    private func crossing(_ left: Int, _ right: Int) -> Double {
      let (p, q) = (Double(left), Double(right))
      return ((heights[right] + q * q) - (heights[left] + p * p)) / (2 * (q - p))
    }
  }

  /// Compares with every pixel of the mask.
  func evaluate(_ extent: PixelRect, _ inputs: [PixelReader]) -> [Pixel] {
    var places: [(x: Int, y: Int)] = []
    for y in mask.minY..<mask.maxY {
      for x in mask.minX..<mask.maxX where inputs[0](x, y).r > 0.5 { places.append((x, y)) }
    }
    var result: [Pixel] = []
    for y in extent.minY..<extent.maxY {
      for x in extent.minX..<extent.maxX {
        let nearest = places.map { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }.min()
        let distance = nearest.map { Double($0).squareRoot() } ?? .infinity
        let share = distance == 0 ? 0 : min(Float(distance) / maximum, 1)
        result.append(Pixel(r: share, g: share, b: share, a: 1))
      }
    }
    return result
  }
}
