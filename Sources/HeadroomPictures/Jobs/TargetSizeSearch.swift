internal import Foundation

/// Finds the best quality whose file is no larger than wanted, with few encodes: sizes grow about exponentially with
/// quality, so the next one to try lies where a straight line through the logarithms of the sizes meets the wanted one.
struct TargetSizeSearch {
  /// Most bytes of the result.
  let limit: Int
  /// The first quality to try, and the best one that may be used.
  let first: Double
  let best: Double

  /// Most encodes.
  static let mostTrials = 8
  /// A file of this share of the wanted size is good enough.
  private static let sufficient = 0.96
  private static let lowest = 1.0
  /// Change of the logarithm of the size with one step of quality, before two sizes are known.
  private static let usualSlope = 0.035

  /// A quality and the number of bytes it gave.
  private typealias Trial = (quality: Double, count: Int)

  /// - Parameter encode: makes the file at a quality.
  /// - Throws: what `encode` throws, and ``SmallestIsTooLarge`` where no quality gives a file that is small enough.
  func run<File: SizedFile>(_ encode: (Double) throws -> File) throws -> File {
    var found: File?
    var fitting: Trial?
    var tooLarge: Trial?
    var next = min(first, best)
    for trial in 1...Self.mostTrials {
      let file = try encode(next)
      if file.count <= limit {
        if file.count >= fitting?.count ?? 0 { (found, fitting) = (file, (next, file.count)) }
      } else if next < tooLarge?.quality ?? .infinity {
        tooLarge = (next, file.count)
        if next <= Self.lowest { throw SmallestIsTooLarge(count: file.count) }
      }
      let isLast = trial == Self.mostTrials - 1
      guard let chosen = choose(fitting, tooLarge, isLast: isLast) else { break }
      next = chosen
    }
    guard let found else { throw SmallestIsTooLarge(count: tooLarge?.count ?? 0) }
    return found
  }

  /// The next quality to try; nil when there is nothing to gain.
  private func choose(_ fitting: Trial?, _ tooLarge: Trial?, isLast: Bool) -> Double? {
    let low = fitting?.quality ?? Self.lowest
    let wanted = log(Double(limit))
    switch (fitting, tooLarge) {
    case (let fitting?, nil):
      guard fitting.quality < best, !isSufficient(fitting) else { return nil }
      let step = (wanted - log(Double(fitting.count))) / Self.usualSlope
      return min(best, (fitting.quality + max(step, 1)).rounded(.down))
    case (nil, let tooLarge?):
      // The last trial is the lowest quality.
      if isLast { return Self.lowest }
      let step = (log(Double(tooLarge.count)) - wanted) / Self.usualSlope
      return max(Self.lowest, (tooLarge.quality - max(step, 1)).rounded(.down))
    case (let fitting?, let tooLarge?):
      guard tooLarge.quality - low > 1, !isSufficient(fitting) else { return nil }
      let (below, above) = (log(Double(fitting.count)), log(Double(tooLarge.count)))
      let share = above > below ? (wanted - below) / (above - below) : 0.5
      let quality = (low + share * (tooLarge.quality - low)).rounded(.down)
      return min(max(quality, low + 1), (tooLarge.quality - 1).rounded(.up))
    case (nil, nil): return nil
    }
  }

  private func isSufficient(_ trial: Trial) -> Bool { Double(trial.count) >= Self.sufficient * Double(limit) }
}

/// A file that is made in several sizes until one fits.
protocol SizedFile {
  /// Bytes.
  var count: Int { get }
}

extension [UInt8]: SizedFile {}

/// Not even the lowest quality gives a file that is small enough.
struct SmallestIsTooLarge: Error {
  let count: Int
}
