/// Brings sound under full scale: around peaks that are too loud everything is made quieter, all channels alike.
///
/// The factor of a sample is the least that any peak within 10 ms needs, smoothed over as much by a triangle: no result
/// exceeds full scale, none is cut, and 20 ms away from such peaks all samples stay as they are. It depends on the samples
/// around alone. Factors are whole numbers, so that their sums are the same wherever they begin.
struct SoundLimiter {
  private static let one: Int64 = 1 << 24

  /// Samples to both sides within which a peak counts.
  private let reach: Int
  /// Samples before and behind that a result depends on.
  var margin: Int { 2 * reach }

  init(rate: Int) { reach = max(rate / 100, 1) }

  /// A part of a block. What is not finite becomes silence.
  ///
  /// - Parameters:
  ///   - block: with the samples around the part, as far as there are any.
  ///   - part: of its samples.
  func limited(_ block: SoundBlock, _ part: Range<Int>) -> SoundBlock {
    let factors = factors(block, part)
    return SoundBlock(
      block.planes.map { plane in
        part.map { index in
          let value = plane[index]
          guard value.isFinite else { return 0 }
          // A product of a factor that was rounded up may be too large by its last bit.
          return factors.map { min(max(value * $0[index - part.lowerBound], -1), 1) } ?? value
        }
      })
  }

  /// Nil where nothing is too loud.
  private func factors(_ block: SoundBlock, _ part: Range<Int>) -> [Float]? {
    guard !part.isEmpty else { return nil }
    let first = part.lowerBound - margin
    var needed = [Int64](repeating: Self.one, count: part.count + 2 * margin)
    var isLoud = false
    for plane in block.planes {
      for index in max(first, 0)..<min(part.upperBound + margin, block.count) {
        let size = abs(plane[index])
        guard size > 1, size.isFinite else { continue }
        needed[index - first] = min(needed[index - first], Int64(Double(Self.one) / Double(size)))
        isLoud = true
      }
    }
    guard isLoud else { return nil }
    let width = reach / 2 * 2 + 1
    let sums = Self.sums(Self.sums(Self.least(needed, of: 2 * reach + 1), of: width), of: width)
    let offset = (sums.count - part.count) / 2
    let whole = Double(Self.one) * Double(width * width)
    return (0..<part.count).map { Float(Double(sums[offset + $0]) / whole) }
  }

  /// The least of so many values from each one on, as far as there are so many.
  private static func least(_ values: [Int64], of width: Int) -> [Int64] {
    var (least, span) = (values, 1)
    while 2 * span <= width {
      for index in 0..<least.count - span { least[index] = min(least[index], least[index + span]) }
      span *= 2
    }
    return (0...values.count - width).map { min(least[$0], least[$0 + width - span]) }
  }

  /// The sum of so many values from each one on, as far as there are so many.
  private static func sums(_ values: [Int64], of width: Int) -> [Int64] {
    var sum = values[..<width].reduce(0, +)
    var sums = [sum]
    for index in width..<values.count {
      sum += values[index] - values[index - width]
      sums.append(sum)
    }
    return sums
  }
}
