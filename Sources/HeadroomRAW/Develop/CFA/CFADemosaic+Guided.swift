internal import HeadroomPixels

/// The last estimate of red and blue, guided by green.
extension CFADemosaic {
  /// The reach for differences, and the squared deviation of the Gaussian that weights them: five pixels hold all
  /// colours of X-Trans, seven those of all patterns.
  private var guide: (reach: Int, spread: Float) { pattern.pattern.kind == .xTrans ? (2, 1.44) : (3, 2.56) }

  /// The squared difference of green (in roots of light) at which a sample's weight falls to a half.
  private static var likeness: Float { 9e-4 }

  /// Differences of green to red and blue at all pixels of a row: means of those around, with larger weights for nearer
  /// samples and for similar green (joint bilateral upsampling: Kopf and others, SIGGRAPH 2007). Colours therefore end
  /// at edges of brightness.
  func guidedSpread(_ tile: borrowing CFATile, _ y: Int, _ margin: Int) {
    typealias Plane = CFATile.Plane
    let (stride, reach) = (CFATile.stride, guide.reach)
    let green = unsafe tile.row(Plane.green, y)
    // Reuses planes of estimates that are not needed any more.
    let (redSum, redWeight) = unsafe (tile.row(Plane.estimate, 0), tile.row(Plane.estimate, 1))
    let (blueSum, blueWeight) = unsafe (tile.row(Plane.estimate, 2), tile.row(Plane.estimate, 3))
    let weight = unsafe tile.row(Plane.estimate, 4)
    let columns = margin..<width - margin
    for x in columns { unsafe redSum[x] = 0 }
    for x in columns { unsafe redWeight[x] = 0 }
    for x in columns { unsafe blueSum[x] = 0 }
    for x in columns { unsafe blueWeight[x] = 0 }
    let (red, blue) = unsafe (tile.row(Plane.colors, y), tile.row(Plane.colors + 2, y))
    for down in -reach...reach {
      let (redMask, blueMask) = unsafe (pattern.mask(0, y + down), pattern.mask(2, y + down))
      for across in -reach...reach {
        let near = expFast(-Float(down * down + across * across) / (2 * guide.spread))
        let step = down * stride + across
        unsafe Self.weigh(green, green + step, near, columns, into: weight)
        unsafe Self.add(weight, redMask + across, red + step, columns, redSum, redWeight)
        unsafe Self.add(weight, blueMask + across, blue + step, columns, blueSum, blueWeight)
      }
    }
    unsafe put(red, redSum, redWeight, pattern.mask(0, y), margin, into: tile.row(Plane.red, y))
    unsafe put(blue, blueSum, blueWeight, pattern.mask(2, y), margin, into: tile.row(Plane.blue, y))
  }

  private static func weigh(
    _ green: UnsafePointer<Float>, _ other: UnsafePointer<Float>, _ near: Float, _ columns: Range<Int>,
    into weight: UnsafeMutablePointer<Float>
  ) {
    for x in columns {
      let change = unsafe other[x] - green[x]
      unsafe weight[x] = near / (likeness + change * change)
    }
  }

  /// One row is written at a time, because compilers cannot tell that several rows do not overlap.
  private static func add(
    _ weight: UnsafePointer<Float>, _ mask: UnsafePointer<Float>, _ own: UnsafePointer<Float>, _ columns: Range<Int>,
    _ sum: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>
  ) {
    // Samples of other colours are zero.
    for x in columns { unsafe sum[x] += weight[x] * own[x] }
    for x in columns { unsafe weights[x] += weight[x] * mask[x] }
  }

  private func put(
    _ own: UnsafePointer<Float>, _ sum: UnsafePointer<Float>, _ weight: UnsafePointer<Float>,
    _ mask: UnsafePointer<Float>, _ margin: Int, into target: UnsafeMutablePointer<Float>
  ) {
    for x in margin..<width - margin {
      let mean = unsafe sum[x] / (weight[x] + 1e-12)
      unsafe target[x] = mask[x] > 0 ? own[x] : mean
    }
  }
}
