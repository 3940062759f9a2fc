internal import Glibc
package import HeadroomContainers

/// What a batch would take on other machines, by the costs that were recorded.
package struct BatchSimulation: Hashable, Sendable {
  /// Hours from the start of the first node to the end of the last chunk: the median of all repetitions, and what nine of ten stay
  /// below.
  package let medianHours: Double
  package let ninetiethHours: Double
  /// Of all nodes together, by the median.
  package let machineHours: Double
  /// Machine hours times the price; nil without one.
  package let cost: Double?
  /// Inputs of a chunk.
  package let chunk: Int
  /// Inputs that are begun in vain because a node dies, on average.
  package let lostInputs: Double

  package var json: JSONValue {
    [
      "schema": 1, "hours": ["p50": .number(medianHours), "p90": .number(ninetiethHours)],
      "machineHours": .number(machineHours), "cost": .number(orNull: cost), "bestChunk": .integer(chunk),
      "lostInputs": .number(lostInputs),
    ]
  }
}

extension BatchSimulation {
  package static let mostInputs = 10_000_000_000

  /// Chunks of a size that is tried, at most, and of one that is asked for.
  private static let mostTriedChunks = 200_000
  private static let mostChunks = 2_000_000
  /// Chunks of all repetitions together, about.
  private static let effort = 4_000_000.0

  /// - Parameters:
  ///   - inputs: from 1 to ``mostInputs``.
  ///   - price: of an hour of a node.
  ///   - chunk: inputs of a chunk; nil for the size that takes the least time of 1, 2, 5, 10 and so on.
  /// - Throws: ``BatchError`` of kind `usage` where the batch would never be done.
  package init(
    inputs: Int, on cluster: Cluster, costs: CostSample, price: Double? = nil, chunk: Int? = nil, seed: UInt64 = 0
  ) throws(BatchError) {
    guard (1...Self.mostInputs).contains(inputs) else {
      throw BatchError(.usage, "\(inputs) inputs cannot be simulated: from 1 to \(Self.mostInputs) can")
    }
    let trial = Trial(inputs: inputs, cluster: cluster, costs: costs, seed: seed)
    if let chunk { try Self.check(chunk, inputs) }
    guard let best = chunk ?? trial.best(of: Self.chunks(inputs)),
      let runs = trial.runs(chunk: best, repetitions: trial.repetitions(best, effort: Self.effort, among: 5...200))
    else {
      throw BatchError(.usage, "the nodes die too soon: hardly anything would be done before")
    }
    let hours = runs.map { $0.seconds / 3600 }.sorted()
    let median = Self.quantile(0.5, hours)
    medianHours = median
    ninetiethHours = Self.quantile(0.9, hours)
    machineHours = median * Double(cluster.nodes)
    cost = price.map { $0 * median * Double(cluster.nodes) }
    self.chunk = best
    lostInputs = runs.reduce(0) { $0 + Double($1.lostInputs) } / Double(runs.count)
  }

  private static func check(_ chunk: Int, _ inputs: Int) throws(BatchError) {
    guard (1...mostInputs).contains(chunk), inputs / chunk < mostChunks else {
      throw BatchError(
        .usage, "chunks of \(chunk) inputs cannot be simulated: there can be up to \(mostChunks) of them")
    }
  }

  /// Sizes that are tried: not so small that their chunks are too many.
  private static func chunks(_ inputs: Int) -> [Int] {
    var sizes: [Int] = []
    var step = 1
    while step <= inputs {
      for size in [step, 2 * step, 5 * step] where size <= inputs && inputs / size < mostTriedChunks {
        sizes.append(size)
      }
      step *= 10
    }
    return sizes.isEmpty ? [inputs] : sizes
  }

  private static func quantile(_ share: Double, _ sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }

  /// The same batch with chunks of several sizes.
  private struct Trial {
    let inputs: Int
    let cluster: Cluster
    let costs: CostSample
    let seed: UInt64

    func chunks(_ size: Int) -> Int { (inputs + size - 1) / size }

    /// As many as take about so much effort.
    func repetitions(_ size: Int, effort: Double, among range: ClosedRange<Int>) -> Int {
      Int(min(max(effort / attempts(size), Double(range.lowerBound)), Double(range.upperBound)))
    }

    /// The size that takes the least time, of those that nearly do the largest; nil where no batch is ever done.
    func best(of sizes: [Int]) -> Int? {
      var best: (size: Int, seconds: Double)?
      for size in sizes {
        let repetitions = repetitions(size, effort: BatchSimulation.effort / 20, among: 3...40)
        guard let runs = runs(chunk: size, repetitions: repetitions) else { continue }
        let seconds = runs.reduce(0) { $0 + $1.seconds } / Double(runs.count)
        if best.map({ seconds <= $0.seconds * 1.002 }) ?? true {
          best = (size, min(seconds, best?.seconds ?? .infinity))
        }
      }
      return best?.size
    }

    /// Chunks that are begun, about, those of dead nodes again; infinite where hardly any is done before its node dies.
    func attempts(_ size: Int) -> Double {
      guard let life = cluster.meanLife else { return Double(chunks(size)) }
      let whole = costs.average * Double(cluster.redoesChunks ? min(size, inputs) : 1)
      guard exp(-whole / life) > 0.05 else { return .infinity }
      if cluster.redoesChunks { return Double(chunks(size)) * exp(whole / life) }
      return Double(chunks(size)) + Double(inputs) * costs.average / life
    }

    /// Nil where the machines die too soon.
    func runs(chunk: Int, repetitions: Int) -> [ClusterRun]? {
      guard case let attempts = attempts(chunk), attempts <= Double(2 * BatchSimulation.mostChunks) else { return nil }
      let most = 10 * Int(attempts) + 10_000
      var runs: [ClusterRun] = []
      for number in 0..<repetitions {
        var run = ClusterRun(cluster, costs, seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
        guard run.run(inputs: inputs, chunk: chunk, mostChunks: most) else { return nil }
        runs.append(run)
      }
      return runs
    }
  }
}
