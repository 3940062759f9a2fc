internal import Foundation

/// Sound at other speeds: the samples between samples, by a sinc under a Kaiser window.
///
/// Each result depends on its position alone, so that nothing drifts, and stretches join without a seam. Frequencies
/// that the result cannot hold are left out.
struct SoundResampler {
  /// Zero crossings on each side.
  private static let crossings = 32
  /// Steps of the table from one crossing to the next.
  private static let steps = 512
  /// The widest window, for speeds that nobody listens to.
  private static let widest = 64.0
  /// -100 dB outside of the band.
  private static let beta = 10.0
  /// Most samples of the source that are held at once.
  private static let window = 1 << 18

  /// The right half, and two zeros.
  private static let table: [Float] = {
    let last = crossings * steps
    return (0...last + 1).map { index in
      guard index < last else { return 0 }
      let x = Double(index) / Double(steps)
      let part = x / Double(crossings)
      let sinc = index == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return Float(sinc * bessel(beta * (1 - part * part).squareRoot()) / bessel(beta))
    }
  }()

  /// The modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / 2 / k) * (x / 2 / k)
      sum += term
      k += 1
    }
    return sum
  }

  /// Samples of the source from one sample of the result to the next.
  let step: Double

  /// The source's sound at `first + index * step`.
  func read(_ reader: SoundReader, at first: Double, from index: Int64, count: Int) throws(MediaError) -> SoundBlock {
    var result = SoundBlock(silence: count, channels: reader.format.channels)
    let run = max(1, min(count, Int(Double(Self.window) / max(step, 1e-6))))
    var done = 0
    while done < count {
      let part = min(run, count - done)
      try read(reader, at: first, from: index + Int64(done), part, &result, done)
      done += part
    }
    return result
  }

  private func read(
    _ reader: SoundReader, at first: Double, from index: Int64, _ count: Int, _ result: inout SoundBlock, _ offset: Int
  ) throws(MediaError) {
    let scale = min(max(step, 1), Self.widest)
    let reach = Double(Self.crossings) * scale
    let bounds = (
      (first + Double(index) * step - reach).rounded(.down),
      (first + Double(index + Int64(count) - 1) * step + reach).rounded(.up)
    )
    // Edits may name any time: there is silence where no film has sound.
    let farthest = Double(SoundClock.farthest)
    guard -farthest < bounds.0, bounds.1 < farthest else { return }
    let (start, end) = (Int64(bounds.0), Int64(bounds.1))
    let source = try reader.read(at: start, count: Int(end - start) + 1)
    for place in 0..<count {
      let position = first + Double(index + Int64(place)) * step - Double(start)
      let low = max(Int((position - reach).rounded(.up)), 0)
      let high = min(Int((position + reach).rounded(.down)), source.count - 1)
      let weights = (low...high).map { Self.weight(abs(position - Double($0)) / scale) / Float(scale) }
      for channel in source.planes.indices {
        result.planes[channel][offset + place] = Self.sum(source.planes[channel], low, weights)
      }
    }
  }

  private static func weight(_ x: Double) -> Float {
    let place = x * Double(steps)
    let index = min(Int(place), table.count - 2)
    return table[index] + (table[index + 1] - table[index]) * Float(place - Double(index))
  }

  private static func sum(_ plane: [Float], _ low: Int, _ weights: [Float]) -> Float {
    var sum: Float = 0
    for index in weights.indices { sum += plane[low + index] * weights[index] }
    return sum
  }
}
