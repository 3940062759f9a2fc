internal import CHeadroomMath
internal import HeadroomPixels

extension LensWarp {
  /// The offsets from the pixels of a span of the corrected picture to their sources.
  ///
  /// Offsets instead of positions, since single precision only resolves a thousandth of a pixel at a position of
  /// 10,000.
  ///
  /// - Parameters:
  ///   - x: column of the first pixel.
  ///   - y: its row.
  ///   - plane: 0 red, 1 green, 2 blue.
  ///   - dx: receives the offsets across.
  ///   - dy: receives the offsets down.
  package func ways(
    x: Int, y: Int, plane: Int, count: Int, dx: UnsafeMutablePointer<Float>, dy: UnsafeMutablePointer<Float>
  ) {
    let stages = stages(of: plane).filter { !$0.isIdentity }
    let inverse = 1 / radius
    let (left, top) = (Float(-centerX * inverse), Float((Double(y) - centerY) * inverse))
    let step = Float(inverse)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 5 * lookChunk) { scratch in
      guard let base = scratch.baseAddress else { return }
      let place = unsafe LensRows(base)
      forEachChunk(of: count) { start, length in
        let (outX, outY) = unsafe (dx + start, dy + start)
        // Counted from the picture's own column, so that a span that starts elsewhere has the same offsets.
        for i in 0..<length {
          let column = Float(Int32(truncatingIfNeeded: x &+ start &+ i))
          unsafe place.x[i] = left.addingProduct(column, step)
          unsafe place.y[i] = top
          unsafe outX[i] = 0
          unsafe outY[i] = 0
        }
        for stage in stages { unsafe stage.apply(place, outX, outY, length) }
        let scale = Float(radius)
        let limit = Float(Self.longestWay)
        for i in 0..<length {
          unsafe outX[i] = headroom_clamp(tamed(unsafe outX[i]) * scale, -limit, limit)
          unsafe outY[i] = headroom_clamp(tamed(unsafe outY[i]) * scale, -limit, limit)
        }
      }
    }
  }
}

/// A chunk's positions, in units of the radius, and work rows.
@unsafe struct LensRows {
  var x: UnsafeMutablePointer<Float>
  var y: UnsafeMutablePointer<Float>
  var square: UnsafeMutablePointer<Float>
  var variable: UnsafeMutablePointer<Float>
  var ratio: UnsafeMutablePointer<Float>

  init(_ base: UnsafeMutablePointer<Float>) {
    unsafe x = unsafe base
    unsafe y = unsafe base + lookChunk
    unsafe square = unsafe base + 2 * lookChunk
    unsafe variable = unsafe base + 3 * lookChunk
    unsafe ratio = unsafe base + 4 * lookChunk
  }
}

extension LensStage {
  /// Moves the positions of a chunk and adds the offsets.
  func apply(
    _ place: LensRows, _ wayX: UnsafeMutablePointer<Float>, _ wayY: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let (x, y) = unsafe (place.x[i], place.y[i])
      unsafe place.square[i] = x * x + y * y
    }
    // The result is the ratio minus 1, so that small offsets keep their digits.
    switch law {
    case .powers(let k, let range, let isReciprocal):
      unsafe powers(k, range, isReciprocal, place, count)
    case .fisheye(let k):
      unsafe fisheye(k, place, count)
    }
    let (across, down) = (Float(tangential.x), Float(tangential.y))
    for i in 0..<count {
      let (x, y, square, more) = unsafe (place.x[i], place.y[i], place.square[i], place.ratio[i])
      let cross = 2 * x * y
      let dx = more * x + across * cross + down * (square + 2 * x * x)
      let dy = more * y + down * cross + across * (square + 2 * y * y)
      unsafe wayX[i] += dx
      unsafe wayY[i] += dy
      unsafe place.x[i] = x + dx
      unsafe place.y[i] = y + dy
    }
  }

  private func powers(
    _ k: [Double], _ range: ClosedRange<Double>, _ isReciprocal: Bool, _ place: LensRows, _ count: Int
  ) {
    let isEven = stride(from: 1, to: k.count, by: 2).allSatisfy { k[$0] == 0 }
    let (low, high) = (Float(range.lowerBound), Float(range.upperBound))
    for i in 0..<count {
      let square = headroom_clamp(unsafe place.square[i], low * low, high * high)
      unsafe place.variable[i] = isEven ? square : square.squareRoot()
      unsafe place.ratio[i] = 0
    }
    let used = isEven ? stride(from: 0, to: k.count, by: 2).map { k[$0] } : k
    for (index, coefficient) in used.enumerated().reversed() {
      let constant = Float(index == 0 ? coefficient - 1 : coefficient)
      for i in 0..<count { unsafe place.ratio[i] = constant.addingProduct(place.ratio[i], place.variable[i]) }
    }
    guard isReciprocal else { return }
    for i in 0..<count {
      let more = unsafe place.ratio[i]
      unsafe place.ratio[i] = -more / (1 + more)
    }
  }

  private func fisheye(_ k: [Double], _ place: LensRows, _ count: Int) {
    let (k0, k1, k2, k3) = (Float(k[0]), Float(k[1]), Float(k[2]), Float(k[3]))
    for i in 0..<count {
      let r = (unsafe place.square[i]).squareRoot()
      let t = atan2Fast(r, 1)
      let t2 = t * t
      let sum = t * (k0 + t2 * (k1 + t2 * (k2 + t2 * k3)))
      unsafe place.ratio[i] = r > 1e-6 ? sum / r - 1 : k0 - 1
    }
  }
}
