internal import Glibc

/// Seconds that inputs took, from which those of other inputs are drawn.
package struct CostSample: Sendable {
  /// The dearest hundredth: stragglers, drawn one by one.
  private let tail: [Double]
  private let body: [Double]
  /// Of the body.
  private let mean: Double
  private let deviation: Double

  /// All recorded seconds, sorted.
  package var count: Int { tail.count + body.count }

  /// Inputs from which on the body's sum is drawn as one number.
  private static let many = 32
  /// Three years; what took longer was no measurement.
  private static let longest = 1e8

  /// - Throws: ``BatchError`` of kind `usage` where nothing took any time.
  package init(_ seconds: [Double]) throws(BatchError) {
    let sorted = seconds.filter { (0...Self.longest).contains($0) }.sorted()
    guard let longest = sorted.last, longest > 0 else {
      throw BatchError(.usage, "the manifest has no finished inputs whose seconds could be drawn again")
    }
    let body = Array(sorted[..<(sorted.count - (sorted.count + 99) / 100)])
    let share = 1 / Double(max(body.count, 1))
    let mean = body.reduce(0) { $0 + $1 * share }
    let variance = body.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * share }
    (self.body, tail, self.mean) = (body, Array(sorted[body.count...]), mean)
    deviation = variance.squareRoot()
  }

  /// The mean of all.
  package var average: Double {
    (Double(body.count) * mean + tail.reduce(0, +)) / Double(count)
  }

  /// Seconds of `inputs` inputs together: of few each is drawn, of many the stragglers among them, and the sum of the rest as a normal
  /// deviate.
  func sum(of inputs: Int, _ random: inout SeededRandom) -> Double {
    guard inputs >= Self.many else {
      return (0..<inputs).reduce(0) { sum, _ in sum + one(&random) }
    }
    let stragglers = self.stragglers(among: inputs, &random)
    var sum = Double(inputs - stragglers) * mean
    sum += Double(inputs - stragglers).squareRoot() * deviation * random.normal()
    sum = max(sum, Double(inputs - stragglers) * (body.first ?? 0))
    // Of very many the mean is as good as each.
    let drawn = min(stragglers, 1000)
    for _ in 0..<drawn { sum += tail[random.index(below: tail.count)] * Double(stragglers) / Double(drawn) }
    return sum
  }

  private func one(_ random: inout SeededRandom) -> Double {
    let place = random.index(below: count)
    return place < body.count ? body[place] : tail[place - body.count]
  }

  /// How many of `inputs` are of the dearest hundredth: by Poisson's law, and for many by the normal one.
  private func stragglers(among inputs: Int, _ random: inout SeededRandom) -> Int {
    let mean = Double(inputs) * Double(tail.count) / Double(count)
    if body.isEmpty { return inputs }
    if mean > 50 { return min(max(Int(mean + mean.squareRoot() * random.normal()), 0), inputs) }
    var (number, product) = (-1, 1.0)
    let limit = exp(-mean)
    repeat {
      number += 1
      product *= random.unit()
    } while product > limit
    return min(number, inputs)
  }
}

extension CostSample {
  /// The seconds of the newest record of each input of manifests, in the order in which they are given; outputs that were
  /// kept cost nothing and are left out.
  ///
  /// - Parameter perform: see ``ManifestRecords``.
  /// - Throws: ``BatchError``: of kind `usage` where a line is no record or nothing took any time, `input` where a file cannot be read.
  package init(manifests: [String], by perform: ManifestRecords.Perform? = nil) throws(BatchError) {
    var places: [InputKey: Int] = [:]
    var seconds: [Double] = []
    for path in manifests {
      try ManifestRecords(of: path, by: perform).forEach { record throws(BatchError) in
        record.status == .skipped ? nil : (key: try InputKey(record.input), seconds: record.seconds)
      } _: { fact in
        if let place = places[fact.key] {
          seconds[place] = fact.seconds
        } else {
          places[fact.key] = seconds.count
          seconds.append(fact.seconds)
        }
      }
    }
    try self.init(seconds)
  }
}
