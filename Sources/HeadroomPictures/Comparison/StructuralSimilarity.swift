internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels
internal import Synchronization

/// Mean structural similarity (Wang et al. 2004) of two planes of PU21 codes: Gaussian window with sigma 1.5 over 11 x
/// 11 pixels, K1 = 0.01, K2 = 0.03, range that of the code. As in scikit-image, the outermost five pixels count as
/// neighbours only; pictures too small for that are used whole, mirrored at their edges.
enum StructuralSimilarity {
  private static let radius = 5
  private static let window: [Double] = {
    let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    return weights.map { $0 / weights.reduce(0, +) }
  }()

  static func mean(_ a: FloatPlane, _ b: FloatPlane) -> Double {
    let rows = inside(a.height)
    let columns = inside(a.width)
    let sums = Mutex([Double](repeating: 0, count: rows.count))
    ThreadPool.shared.concurrentPerform(rows.count) { index in
      let sum = rowSum(a, b, row: rows.lowerBound + index, columns: columns)
      sums.withLock { $0[index] = sum }
    }
    return sums.withLock { $0.reduce(0, +) } / Double(rows.count * columns.count)
  }

  private static func inside(_ size: Int) -> Range<Int> {
    size > 2 * radius ? radius..<(size - radius) : 0..<size
  }

  /// The sum of the similarities of one row's pixels.
  private static func rowSum(_ a: FloatPlane, _ b: FloatPlane, row: Int, columns: Range<Int>) -> Double {
    let vertical = Moments(a, b, row: row)
    var sum = 0.0
    for x in columns {
      var local = SIMD8<Double>.zero
      for (tap, weight) in window.enumerated() {
        local += vertical.columns[mirrored(x + tap - radius, a.width)] * weight
      }
      sum += similarity(local)
    }
    return sum
  }

  private static func similarity(_ moments: SIMD8<Double>) -> Double {
    let (meanA, meanB) = (moments[0], moments[1])
    let varianceA = moments[2] - meanA * meanA
    let varianceB = moments[3] - meanB * meanB
    let covariance = moments[4] - meanA * meanB
    let c1 = (0.01 * PU21.peak) * (0.01 * PU21.peak)
    let c2 = (0.03 * PU21.peak) * (0.03 * PU21.peak)
    return (2 * meanA * meanB + c1) * (2 * covariance + c2)
      / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  }

  fileprivate static func mirrored(_ index: Int, _ size: Int) -> Int {
    var index = index
    while index < 0 || index >= size { index = index < 0 ? -index - 1 : 2 * size - 1 - index }
    return index
  }

  /// For each column, the window's vertical average of a, b, a², b² and ab around one row.
  private struct Moments {
    var columns: [SIMD8<Double>]

    init(_ a: FloatPlane, _ b: FloatPlane, row: Int) {
      columns = Array(repeating: .zero, count: a.width)
      for (tap, weight) in window.enumerated() {
        let source = mirrored(row + tap - radius, a.height)
        for x in 0..<a.width {
          let (valueA, valueB) = (Double(a[x, source]), Double(b[x, source]))
          columns[x] += SIMD8(valueA, valueB, valueA * valueA, valueB * valueB, valueA * valueB, 0, 0, 0) * weight
        }
      }
    }
  }
}
