/// One run of a batch on machines that die: what is free takes the next chunk.
struct ClusterRun {
  /// Seconds that a chunk costs beside its inputs: a process that starts.
  static let secondsOfChunk = 0.05

  /// When a core is free, and in which of its node's lives.
  private struct Core: Comparable {
    var time: Double
    let node: Int
    var life = 0

    static func < (one: Core, other: Core) -> Bool { one.time < other.time }
  }

  /// A chunk that died with its node.
  private struct LostChunk: Comparable {
    let time: Double
    let inputs: Int

    static func < (one: LostChunk, other: LostChunk) -> Bool { one.time < other.time }
  }

  private let cluster: Cluster
  private let costs: CostSample
  private var random: SeededRandom
  private var cores = BinaryHeap<Core>()
  private var lost = BinaryHeap<LostChunk>()
  /// When each node dies: its lives so far.
  private var deaths: [[Double]] = []

  /// When the last chunk was done.
  private(set) var seconds = 0.0
  /// Inputs that were begun on nodes which died, and have to be done again.
  private(set) var lostInputs = 0

  init(_ cluster: Cluster, _ costs: CostSample, seed: UInt64) {
    (self.cluster, self.costs) = (cluster, costs)
    random = SeededRandom(seed: seed)
  }

  /// Runs all inputs in chunks. False where more than so many chunks were begun: then the machines die too soon for it.
  mutating func run(inputs: Int, chunk: Int, mostChunks: Int) -> Bool {
    // More cores than chunks would have nothing to do.
    let chunks = (inputs + chunk - 1) / chunk
    for _ in 0..<min(cluster.nodes, chunks) { deaths.append([end(ofLifeFrom: cluster.startup)]) }
    for core in 0..<min(cluster.nodes * cluster.cores, chunks) {
      cores.insert(Core(time: cluster.startup, node: core % cluster.nodes))
    }
    var left = inputs
    for _ in 0..<mostChunks {
      if left > 0 {
        work(on: min(chunk, left), from: 0)
        left -= min(chunk, left)
      } else if let next = lost.removeFirst() {
        work(on: next.inputs, from: next.time)
      } else {
        return true
      }
    }
    return left == 0 && lost.isEmpty
  }

  private mutating func end(ofLifeFrom start: Double) -> Double {
    cluster.meanLife.map { start + random.exponential(mean: $0) } ?? .infinity
  }

  /// The first free core takes a chunk, which is lost where its node dies before it is done.
  private mutating func work(on inputs: Int, from earliest: Double) {
    guard var core = cores.removeFirst() else { return }
    let start = max(core.time, earliest)
    // Its node may have died while it had nothing to do; the new one has waited for this chunk.
    while deaths[core.node][core.life] <= start { revive(&core, at: start) }
    let cost = costs.sum(of: inputs, &random) + Self.secondsOfChunk
    let death = deaths[core.node][core.life]
    if start + cost <= death {
      core.time = start + cost
      seconds = max(seconds, core.time)
    } else {
      let finished = min(Int(Double(inputs) * (death - start) / cost), inputs - 1)
      lostInputs += cluster.redoesChunks ? finished + 1 : 1
      let left = cluster.redoesChunks ? inputs : inputs - finished
      lost.insert(LostChunk(time: death + cluster.takeover, inputs: left))
      revive(&core, at: death + cluster.startup)
    }
    cores.insert(core)
  }

  /// A new node takes the place of one that died: the same for all cores of the node.
  private mutating func revive(_ core: inout Core, at time: Double) {
    core.life += 1
    core.time = time
    if deaths[core.node].count == core.life { deaths[core.node].append(end(ofLifeFrom: time)) }
  }
}
