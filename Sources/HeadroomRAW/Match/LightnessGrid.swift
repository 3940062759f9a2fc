internal import CHeadroomMath
internal import HeadroomPixels

/// The lightness of a small picture: the cube root of its luminance.
struct LightnessGrid: Sendable {
  let width: Int
  let height: Int
  private var values: [Float]

  init(_ picture: SmallPicture, _ weights: SIMD3<Double>) {
    let weights = SIMD3<Float>(weights)
    (width, height) = (picture.width, picture.height)
    values = (0..<picture.count).map { cbrtFast(headroom_clamp((picture[$0] * weights).sum(), 0, 1)) }
  }

  private init(width: Int, height: Int, values: [Float]) {
    (self.width, self.height, self.values) = (width, height, values)
  }

  private subscript(x: Int, y: Int) -> Float {
    values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }

  /// Rotated clockwise by quarter turns.
  func turned(_ quarters: Int) -> LightnessGrid {
    guard quarters != 0 else { return self }
    let (wide, high) = quarters % 2 == 0 ? (width, height) : (height, width)
    var result = LightnessGrid(width: wide, height: high, values: values)
    for y in 0..<high {
      for x in 0..<wide {
        let from = PreviewTurn.source(ofColumn: x, row: y, turns: quarters, width: wide, height: high)
        result.values[y * wide + x] = self[from.column, from.row]
      }
    }
    return result
  }

  /// Reduced to at most this number of pixels along its longer side, by means of areas.
  func shrunk(to side: Int) -> LightnessGrid {
    let longest = max(width, height)
    guard longest > side else { return self }
    let (wide, high) = (max(width * side / longest, 1), max(height * side / longest, 1))
    var (sums, counts) = ([Float](repeating: 0, count: wide * high), [Float](repeating: 0, count: wide * high))
    for y in 0..<height {
      for x in 0..<width {
        let cell = y * high / height * wide + x * wide / width
        sums[cell] += values[y * width + x]
        counts[cell] += 1
      }
    }
    return LightnessGrid(width: wide, height: high, values: zip(sums, counts).map { $0 / max($1, 1) })
  }

  /// Pearson's correlation with a preview at a placement; 0 where one of them is uniform, or less than half is covered.
  func correlation(with preview: LightnessGrid, at placement: PreviewPlacement) -> Double {
    var sums = CorrelationSums()
    for y in 0..<height {
      for x in 0..<width {
        let place = placement.place((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
        guard (0...1).contains(place.x), (0...1).contains(place.y) else { continue }
        sums.add(Double(values[y * width + x]), Double(preview.value(place.x, place.y)))
      }
    }
    return 2 * sums.count >= Double(values.count) ? sums.correlation : 0
  }

  /// The same with light at exactly the same pixels, where there is any.
  func correlation(with light: [SIMD3<Float>?], _ weights: SIMD3<Double>) -> Double {
    let weights = SIMD3<Float>(weights)
    var sums = CorrelationSums()
    for (value, light) in zip(values, light) {
      guard let light else { continue }
      sums.add(Double(value), Double(cbrtFast(headroom_clamp((light * weights).sum(), 0, 1))))
    }
    return 2 * sums.count >= Double(values.count) ? sums.correlation : 0
  }

  /// Interpolated between four pixels, at a position in 0...1.
  private func value(_ x: Double, _ y: Double) -> Float {
    let (column, row) = (x * Double(width) - 0.5, y * Double(height) - 0.5)
    let (left, top) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
    let (right, down) = (Float(column - Double(left)), Float(row - Double(top)))
    let upper = self[left, top] + (self[left + 1, top] - self[left, top]) * right
    let lower = self[left, top + 1] + (self[left + 1, top + 1] - self[left, top + 1]) * right
    return upper + (lower - upper) * down
  }
}

/// The sums for Pearson's correlation.
struct CorrelationSums {
  private(set) var count = 0.0
  private var (x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)

  mutating func add(_ one: Double, _ other: Double) {
    count += 1
    x += one
    y += other
    xx += one * one
    yy += other * other
    xy += one * other
  }

  var correlation: Double {
    guard count > 1 else { return 0 }
    let (first, second) = (xx - x * x / count, yy - y * y / count)
    // The noise of a picture without contrast does not correlate with anything.
    guard first > 1e-5 * count, second > 1e-5 * count else { return 0 }
    return (xy - x * y / count) / (first * second).squareRoot()
  }
}
