import Foundation

/// How far two results of one job are apart: linear RGBA, of which alpha is left out.
///
/// A comparison of different work says nothing, and equal means say little: so every pixel counts.
struct Difference {
  /// The root mean square of the first picture by that of the difference, in dB.
  let signalToNoise: Double
  /// The largest difference, as a part of the first picture's brightest value.
  let largest: Double

  /// - Parameters:
  ///   - ours: interleaved rows of `width` pixels.
  ///   - theirs: the same size.
  ///   - margin: pixels at the edges that are left out, where libraries go on beyond the picture in different ways.
  init(_ ours: UnsafeBufferPointer<Float>, _ theirs: UnsafeBufferPointer<Float>, width: Int, margin: Int) {
    let height = ours.count / 4 / width
    var (signal, noise) = (0.0, 0.0)
    var (peak, worst): (Float, Float) = (0, 0)
    for y in margin..<max(height - margin, margin) {
      for index in (y * width + margin) * 4..<(y * width + width - margin) * 4 where index % 4 != 3 {
        let difference = ours[index] - theirs[index]
        signal += Double(ours[index] * ours[index])
        noise += Double(difference * difference)
        peak = max(peak, ours[index])
        worst = max(worst, abs(difference))
      }
    }
    signalToNoise = 10 * log10(signal / noise)
    largest = Double(worst / peak)
  }

  var description: String {
    signalToNoise.isFinite ? "\(short(signalToNoise)) dB, at most \(short(largest * 100)) % of the peak" : "none"
  }
}

extension Peer {
  /// How far the peer's last result is from ours.
  ///
  /// - Throws: when it is farther than `least` dB: the two did different work.
  @discardableResult
  func compare(
    _ ours: UnsafeBufferPointer<Float>, with library: String, width: Int, margin: Int, least: Double, scratch: URL
  ) throws -> Difference {
    let file = scratch.appending(path: "result.rgba")
    defer { try? FileManager.default.removeItem(at: file) }
    try run("\(library).result", ["file": file.path])
    let data = try Data(contentsOf: file, options: .alwaysMapped)
    let difference = try data.withUnsafeBytes { bytes in
      let theirs = bytes.bindMemory(to: Float.self)
      guard theirs.count == ours.count else {
        throw BenchmarkError("\(library): the result has \(theirs.count / 4) pixels, not \(ours.count / 4)")
      }
      return Difference(ours, theirs, width: width, margin: margin)
    }
    guard difference.signalToNoise >= least else {
      throw BenchmarkError("\(library): results differ, \(difference.description)")
    }
    return difference
  }
}
