/// The planes of a ``HighlightMap`` along a row of pixels, interpolated linearly between the middles of its cells.
struct RatioRow {
  private let map: HighlightMap
  private let columns: Range<Int>
  /// The cells that the row needs, and their planes, interpolated between two rows of the map.
  private let places: Range<Int>
  private var values: [SIMD8<Float>]

  init(_ map: HighlightMap, _ columns: Range<Int>) {
    self.map = map
    self.columns = columns
    func place(_ x: Int) -> Int { min(max(x / map.cell.width, 0), map.columns - 1) }
    places = max(place(columns.lowerBound) - 1, 0)..<min(place(columns.upperBound) + 2, map.columns)
    values = [SIMD8<Float>](repeating: SIMD8(), count: places.count)
  }

  /// The position of a pixel between the middles of cells.
  private static func position(_ pixel: Int, _ size: Int, count: Int) -> (low: Int, high: Int, share: Float) {
    let position = (Float(pixel) + 0.5) / Float(size) - 0.5
    let clamped = min(max(position, 0), Float(count - 1))
    let low = Int(clamped)
    return (low, min(low + 1, count - 1), clamped - Float(low))
  }

  mutating func move(to y: Int) {
    let (low, high, share) = Self.position(y, map.cell.height, count: map.rows)
    for plane in 0..<HighlightMap.planeCount {
      let upper = unsafe map.planes[plane].pointer(at: low * map.columns)
      let lower = unsafe map.planes[plane].pointer(at: high * map.columns)
      for (index, place) in places.enumerated() {
        unsafe values[index][plane] = upper[place] + (lower[place] - upper[place]) * share
      }
    }
  }

  @inline(__always)
  func at(_ x: Int) -> SIMD8<Float> {
    let (low, high, share) = Self.position(columns.lowerBound + x, map.cell.width, count: map.columns)
    let (a, b) = (values[low - places.lowerBound], values[high - places.lowerBound])
    return a + (b - a) * share
  }
}
