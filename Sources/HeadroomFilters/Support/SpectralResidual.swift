internal import Foundation

/// Finds salient places in a small picture from what is unusual in its spectrum.
///
/// X. Hou, L. Zhang, "Saliency Detection: A Spectral Residual Approach", CVPR 2007. The blur is that of the authors' program.
enum SpectralResidual {
  /// The columns and rows of the picture, the same as in Core Image's map.
  static let side = 68

  /// - Parameter picture: its pixels, row by row.
  /// - Returns: 0...1, row by row.
  static func map(of picture: [Double]) -> [Double] {
    var spectrum = Spectrum(picture)
    spectrum.transform(inverse: false)
    spectrum.keepResidual()
    spectrum.transform(inverse: true)
    return stretched(blurred(blurred(spectrum.powers)))
  }

  /// The values stretched to 0...1; all 0 where they are equal.
  private static func stretched(_ values: [Double]) -> [Double] {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let range = high - low
    return values.map { range > 1e-9 * high ? ($0 - low) / range : 0 }
  }

  /// Blurs every row, and transposes.
  private static func blurred(_ values: [Double]) -> [Double] {
    let sigma = 2.5
    let weights = (-8...8).map { exp(-0.5 * Double($0 * $0) / (sigma * sigma)) }
    let sum = weights.reduce(0, +)
    var result = [Double](repeating: 0, count: values.count)
    for row in 0..<side {
      for column in 0..<side {
        let mean = weights.enumerated().reduce(0) { mean, tap in
          let place = column + tap.offset - 8
          let mirrored = place < 0 ? -1 - place : place < side ? place : 2 * side - 1 - place
          return mean + tap.element * values[row * side + mirrored]
        }
        result[column * side + row] = mean / sum
      }
    }
    return result
  }
}

/// The discrete Fourier transform of a square picture, computed by its definition: 68 is not a power of two, and the
/// sums are few.
private struct Spectrum {
  private static let side = SpectralResidual.side
  private static let turns = (0..<side).map { step in
    let angle = -2 * Double.pi * Double(step) / Double(side)
    return SIMD2(cos(angle), sin(angle))
  }

  /// Real and imaginary parts.
  private var values: [SIMD2<Double>]

  init(_ picture: [Double]) { values = picture.map { SIMD2($0, 0) } }

  var powers: [Double] { values.map { ($0 * $0).sum() } }

  /// Omits the factor of the inverse, which the stretching cancels.
  mutating func transform(inverse: Bool) {
    for _ in 0..<2 { values = Self.transformedRows(values, inverse: inverse) }
  }

  /// Transforms every row, and transposes.
  private static func transformedRows(_ values: [SIMD2<Double>], inverse: Bool) -> [SIMD2<Double>] {
    var result = values
    for row in 0..<side {
      for frequency in 0..<side {
        var (sum, turn) = (SIMD2<Double>.zero, 0)
        for column in 0..<side {
          let (value, rotation) = (values[row * side + column], turns[turn])
          let imaginary = inverse ? -rotation.y : rotation.y
          sum += SIMD2(value.x * rotation.x - value.y * imaginary, value.x * imaginary + value.y * rotation.x)
          turn = (turn + frequency) % side
        }
        result[frequency * side + row] = sum
      }
    }
    return result
  }

  /// Each frequency keeps its phase, and the part of its magnitude by which it exceeds its neighbours.
  mutating func keepResidual() {
    let magnitudes = powers.map { $0.squareRoot() }
    let least = 1e-6 * (magnitudes.max() ?? 0)
    let logarithms = magnitudes.map { log(max($0, least, .leastNormalMagnitude)) }
    // The mean alone marks no place.
    guard magnitudes.dropFirst().contains(where: { $0 > least }) else {
      values = values.map { _ in .zero }
      return
    }
    for index in values.indices {
      let residual = logarithms[index] - Self.mean(of: logarithms, around: index)
      values[index] *= magnitudes[index] > least ? exp(residual) / magnitudes[index] : 0
    }
  }

  /// The mean of three by three frequencies, which wrap around.
  private static func mean(of values: [Double], around index: Int) -> Double {
    var sum = 0.0
    for dy in [side - 1, 0, 1] {
      for dx in [side - 1, 0, 1] { sum += values[(index / side + dy) % side * side + (index + dx) % side] }
    }
    return sum / 9
  }
}
