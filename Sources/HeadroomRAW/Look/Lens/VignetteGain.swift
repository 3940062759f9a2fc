internal import CHeadroomMath
package import HeadroomPixels

/// A gain that restores the light that a lens lost towards the corners.
package struct VignetteGain: Hashable, Sendable {
  package let centerX: Double
  package let centerY: Double
  /// The unit of distance in pixels.
  package let radius: Double
  /// The coefficients of `r^2`, `r^4` and so on, added to 1.
  private let coefficients: [Double]
  /// Whether the sum is the light that the lens passed, to divide by.
  private let isLoss: Bool

  /// The opcode FixVignetteRadial; nil for other opcodes and for invalid numbers.
  package init?(_ operation: DNGOpcode.Operation, width: Int, height: Int) {
    guard case .fixVignetteRadial(let k, let x, let y) = operation, k.count == 5, k.allSatisfy(LensStage.isCoefficient),
      let (centre, radius) = OpticalCentre.place(x: x, y: y, width: width, height: height)
    else { return nil }
    (centerX, centerY, self.radius, coefficients, isLoss) = (centre.x, centre.y, radius, k, false)
  }

  /// Lensfun's model "pa": the remaining light is `1 + k1 r^2 + k2 r^4 + k3 r^6`, with distance 1 at the corner of the
  /// sensor that the lens was measured with, whose diagonal is 1 / `scale` of the picture's.
  package init?(lensfun k: SIMD3<Double>, width: Int, height: Int, scale: Double = 1) {
    guard [k.x, k.y, k.z].allSatisfy(LensStage.isCoefficient),
      let (centre, radius) = OpticalCentre.place(x: 0.5, y: 0.5, width: width, height: height), scale > 0,
      scale.isFinite
    else { return nil }
    (centerX, centerY, self.radius, coefficients, isLoss) = (centre.x, centre.y, radius * scale, [k.x, k.y, k.z], true)
  }

  /// The gain at a position; between 0 and ``largestGain`` for all coefficients.
  package func gain(x: Double, y: Double) -> Double {
    let (dx, dy) = ((x - centerX) / radius, (y - centerY) / radius)
    let square = dx * dx + dy * dy
    let sum = coefficients.reversed().reduce(0) { ($0 + $1) * square } + 1
    let gain = isLoss ? 1 / max(sum, 1 / Self.largestGain) : sum
    return gain.isNaN ? 1 : min(max(gain, 0), Self.largestGain)
  }

  package static let largestGain = 64.0

  /// Multiplies a span by the gain, in place; light that becomes brighter than white is kept.
  ///
  /// - Parameters:
  ///   - x: column of the first pixel.
  ///   - y: its row.
  package func apply(_ rows: RowPointers, _ count: Int, x: Int, y: Int) {
    let inverse = 1 / radius
    let down = Float((Double(y) - centerY) * inverse)
    let step = Float(inverse)
    let offset = Float(-centerX * inverse)
    let most = Float(Self.largestGain)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * lookChunk) { scratch in
      guard let squares = scratch.baseAddress else { return }
      let sums = unsafe squares + lookChunk
      forEachChunk(of: count) { start, length in
        for i in 0..<length {
          let across = offset.addingProduct(Float(Int32(truncatingIfNeeded: x &+ start &+ i)), step)
          unsafe squares[i] = across * across + down * down
          unsafe sums[i] = 0
        }
        for k in coefficients.reversed() {
          let k = Float(k)
          for i in 0..<length { unsafe sums[i] = (sums[i] + k) * squares[i] }
        }
        for i in 0..<length {
          let sum = 1 + (unsafe sums[i])
          let gain = isLoss ? 1 / headroom_max(sum, 1 / most) : sum
          unsafe sums[i] = headroom_clamp(gain, 0, most)
        }
        let part = unsafe rows.advanced(by: start)
        for plane in 0..<3 {
          let row = unsafe part.plane(plane)
          for i in 0..<length { unsafe row[i] = tamed(unsafe row[i]) * (unsafe sums[i]) }
        }
      }
    }
  }
}
