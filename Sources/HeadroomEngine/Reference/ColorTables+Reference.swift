extension ColorCube: ReferencePoint {
  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let pixel = pixels[0]
    let isStraight = alphaRule == .straight
    let place = isStraight ? pixel.color : pixel.straight.color
    let clamped = SIMD3(Self.clamped(place.x), Self.clamped(place.y), Self.clamped(place.z))
    var value = self.value(at: clamped)
    if extrapolates {
      for axis in 0..<3 where place[axis] != clamped[axis] {
        value += slope(along: axis, at: clamped) * (place[axis] - clamped[axis])
      }
    }
    if isStraight { return pixel.withColor(SIMD3(value.x, value.y, value.z)) }
    value.w = Self.clamped(value.w)
    value *= Double(pixel.a)
    return Pixel(r: Float(value.x), g: Float(value.y), b: Float(value.z), a: Float(value.w))
  }

  private static func clamped(_ x: Double) -> Double { x.isNaN ? 0 : min(max(x, 0), 1) }

  private func node(_ r: Int, _ g: Int, _ b: Int) -> SIMD4<Double> {
    SIMD4<Double>(table.vectors[r + dimension * (g + dimension * b)])
  }

  /// The first node of the cell around a position of the unit cube, and the position within the cell.
  private func cell(_ place: SIMD3<Double>) -> (first: SIMD3<Int>, fraction: SIMD3<Double>) {
    let scaled = place * Double(dimension - 1)
    let first = SIMD3<Int>(
      scaled.rounded(.down).clamped(lowerBound: .zero, upperBound: .init(repeating: Double(dimension - 2))))
    return (first, scaled - SIMD3<Double>(first))
  }

  private func value(at place: SIMD3<Double>) -> SIMD4<Double> {
    let (first, fraction) = cell(place)
    return value(first, fraction)
  }

  private func value(_ first: SIMD3<Int>, _ fraction: SIMD3<Double>) -> SIMD4<Double> {
    interpolation == .trilinear ? corners(first, fraction) : walk(first, fraction)
  }

  /// Each corner of the cell by its weight.
  private func corners(_ first: SIMD3<Int>, _ fraction: SIMD3<Double>) -> SIMD4<Double> {
    var sum = SIMD4<Double>.zero
    for r in 0...1 {
      for g in 0...1 {
        for b in 0...1 {
          let weights = SIMD3(Double(r), Double(g), Double(b))
          let weight = weights * fraction + (1 - weights) * (1 - fraction)
          sum += node(first.x + r, first.y + g, first.z + b) * (weight.x * weight.y * weight.z)
        }
      }
    }
    return sum
  }

  /// From the first corner to the last along the axes, the one with the largest fraction first.
  private func walk(_ first: SIMD3<Int>, _ fraction: SIMD3<Double>) -> SIMD4<Double> {
    var corner = first
    var value = node(corner.x, corner.y, corner.z)
    for axis in [0, 1, 2].sorted(by: { fraction[$0] > fraction[$1] }) {
      let before = node(corner.x, corner.y, corner.z)
      corner[axis] += 1
      value += (node(corner.x, corner.y, corner.z) - before) * fraction[axis]
    }
    return value
  }

  /// The change over the whole range along an axis, extrapolated from the cell at a position.
  private func slope(along axis: Int, at place: SIMD3<Double>) -> SIMD4<Double> {
    var (first, fraction) = cell(place)
    fraction[axis] = 1
    let upper = value(first, fraction)
    fraction[axis] = 0
    return (upper - value(first, fraction)) * Double(dimension - 1)
  }
}

extension ColorCurves: ReferencePoint {
  package func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let color = pixels[0].color
    return pixels[0].withColor(SIMD3(value(color.x, 0), value(color.y, 1), value(color.z, 2)))
  }

  private func entry(_ index: Int, _ channel: Int) -> Double {
    let place = 3 * index + channel
    return Double(table.vectors[place / 4][place % 4])
  }

  private func value(_ x: Double, _ channel: Int) -> Double {
    let (low, high) = (Double(domain.low), Double(domain.high))
    let last = entryCount - 1
    let place = (x - low) / (high - low) * Double(last)
    if place.isNaN { return entry(0, channel) }
    if !extrapolates, place <= 0 { return entry(0, channel) }
    if !extrapolates, place >= Double(last) { return entry(last, channel) }
    let index = Int(min(max(place, 0), Double(last - 1)))
    return entry(index, channel) + (entry(index + 1, channel) - entry(index, channel)) * (place - Double(index))
  }
}
