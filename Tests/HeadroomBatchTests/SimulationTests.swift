import HeadroomBatch
import HeadroomContainers
import Testing

@Suite("Simulated batches") struct SimulationTests {
  private func hours(
    _ inputs: Int, _ nodes: Int, _ cores: Int, life: Double? = nil, startup: Double = 0, takeover: Double = 0,
    redoes: Bool = true, seconds: [Double] = [10], chunk: Int? = nil, seed: UInt64 = 1, price: Double? = nil
  ) throws -> BatchSimulation {
    let cluster = try Cluster(
      nodes: nodes, cores: cores, meanLife: life, startup: startup, takeover: takeover, redoesChunks: redoes)
    return try BatchSimulation(
      inputs: inputs, on: cluster, costs: CostSample(seconds), price: price, chunk: chunk, seed: seed)
  }

  private func isNear(_ value: Double, _ expected: Double, _ share: Double) -> Bool {
    (value - expected).magnitude <= share * expected.magnitude
  }

  @Test func `take as long as their chunks on cores that live`() throws {
    // Ten chunks of 100 inputs of 10 s on 4 cores: three rounds.
    let result = try hours(1000, 2, 2, startup: 60, chunk: 100, price: 0.5)
    #expect(isNear(result.medianHours * 3600, 60 + 3 * 1000, 0.001))
    #expect(result.medianHours == result.ninetiethHours && result.lostInputs == 0 && result.chunk == 100)
    #expect(result.machineHours == 2 * result.medianHours && result.cost == 0.5 * result.machineHours)
    #expect(isNear(try hours(1000, 1, 1).medianHours * 3600, 10_000, 0.01))
  }

  @Test func `take chunks that keep all cores at work`() throws {
    let result = try hours(1000, 2, 2)
    #expect(isNear(result.medianHours * 3600, 2500, 0.01))
    #expect(1000 / result.chunk >= 4 && result.cost == nil)
    // Machines that die want smaller ones than machines that do not.
    let dying = try hours(100_000, 2, 2, life: 36_000)
    #expect(try dying.chunk < hours(100_000, 2, 2).chunk && dying.lostInputs > 0)
  }

  /// A chunk that takes d on a node that lives L on average is lost with the probability 1 - exp(-d/L), and tried until it is not.
  @Test func `lose what is begun on nodes that die`() throws {
    let result = try hours(10_000, 1, 1, life: 2000, chunk: 100)
    #expect(isNear(result.medianHours * 3600, 100 * 2000 * (exp(0.5) - 1), 0.05))
    // While it is lost, it had come on average to this share of the chunk.
    let share = 2 - 1 / (exp(0.5) - 1)
    #expect(isNear(result.lostInputs, 10_000 * (exp(0.5) - 1) * share, 0.1))
    let slower = try hours(10_000, 1, 1, life: 2000, takeover: 500, chunk: 100)
    #expect(slower.medianHours >= result.medianHours)
    #expect(try hours(10_000, 1, 1, life: 2000, startup: 100, chunk: 100).medianHours > result.medianHours)
    // Where finished inputs stay finished, one is lost with each of the 50 deaths.
    let kept = try hours(10_000, 1, 1, life: 2000, redoes: false, chunk: 100)
    #expect(isNear(kept.lostInputs, 50, 0.1) && isNear(kept.medianHours * 3600, 100_000, 0.01))
  }

  /// `exp`, without Foundation.
  private func exp(_ value: Double) -> Double { (1...30).reversed().reduce(1) { 1 + $0 * value / Double($1) } }

  @Test func `draw stragglers as often as they were recorded`() throws {
    // Of a thousand inputs five take five minutes, the others a second.
    let seconds = (0..<1000).map { $0 < 5 ? 300.0 : 1 }
    for chunk in [10, 100, 1000] {
      let result = try hours(100_000, 1, 1, seconds: seconds, chunk: chunk)
      #expect(isNear(result.medianHours * 3600, 100_000 * (0.995 + 1.5), 0.02), "\(chunk)")
      #expect(result.ninetiethHours > result.medianHours)
    }
    // One chunk of 1000 has five of them on average, none with the probability exp(-5).
    let one = try hours(1000, 1, 1, seconds: seconds, chunk: 1000)
    #expect(isNear(one.medianHours * 3600, 995 + 5 * 300, 0.02))
    #expect(one.ninetiethHours * 3600 > 995 + 7 * 300 - 10)
  }

  @Test func `are the same for the same seed`() throws {
    let seconds = (0..<500).map { Double($0 % 37) * 0.01 + 0.1 }
    func result(_ seed: UInt64) throws -> BatchSimulation {
      try hours(5000, 5, 4, life: 600, startup: 5, seconds: seconds, seed: seed, price: 1)
    }
    let first = try result(1)
    #expect(try first == result(1))
    #expect(try first != result(2))
    guard case .object(let members) = first.json else { return }
    #expect(members.map(\.key) == ["schema", "hours", "machineHours", "cost", "bestChunk", "lostInputs"])
  }

  @Test func `refuse what would never end, and numbers of no sense`() throws {
    #expect(throws: BatchError.self) { try hours(1000, 1, 1, life: 1) }
    #expect(throws: BatchError.self) { try hours(1000, 1, 1, life: 1e-300) }
    for inputs in [0, -1, Int.min, Int.max] { #expect(throws: BatchError.self) { try hours(inputs, 1, 1) } }
    for chunk in [0, -1, Int.max] { #expect(throws: BatchError.self) { try hours(1000, 1, 1, chunk: chunk) } }
    #expect(throws: BatchError.self) { try hours(10_000_000_000, 1, 1, chunk: 1) }
    for (nodes, cores) in [(0, 1), (1, 0), (-1, 1), (Int.max, Int.max), (1_000_000, 2)] {
      #expect(throws: BatchError.self) { try hours(10, nodes, cores) }
    }
    for seconds in [[], [0], [.nan], [.infinity, -1]] as [[Double]] {
      let error = #expect(throws: BatchError.self) { try CostSample(seconds) }
      #expect(error?.kind == .usage)
    }
    #expect(try hours(1000, 1000, 1000, seconds: [1e308, 3600]).medianHours < 1.01)
  }

  @Test func `read the newest cost of each input`() throws {
    let folder = try BatchFolder()
    let records = [
      ManifestRecord.sample("a", seconds: 100), .sample("b", seconds: 2), .sample("a", seconds: 4),
      .sample("c", .skipped, seconds: 1000), .sample("d", .failed, seconds: 3),
    ]
    let path = try folder.write(records.map { String(decoding: $0.line, as: UTF8.self) }.joined(), "m.jsonl")
    let costs = try CostSample(manifests: [path])
    #expect(costs.count == 3 && costs.average == 3)
    #expect(throws: BatchError.self) { try CostSample(manifests: [folder.write("x\n", "wrong")]) }
  }
}
