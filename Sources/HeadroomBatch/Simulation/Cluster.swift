/// The machines of a simulated batch.
package struct Cluster: Hashable, Sendable {
  /// At least 1 each; at most ``mostCores`` cores together.
  package var nodes: Int
  package var cores: Int
  /// Seconds that a node lives on average; nil where none dies.
  package var meanLife: Double?
  /// Seconds until a new node works.
  package var startup = 0.0
  /// Seconds until a dead node's chunks are begun again elsewhere.
  package var takeover = 0.0
  /// Whether what a dead node had finished of a chunk is done again; otherwise only what it was at.
  package var redoesChunks = false

  package static let mostCores = 1_000_000

  package init(
    nodes: Int, cores: Int, meanLife: Double? = nil, startup: Double = 0, takeover: Double = 0,
    redoesChunks: Bool = false
  ) throws(BatchError) {
    guard nodes > 0, cores > 0, nodes <= Self.mostCores, cores <= Self.mostCores, nodes * cores <= Self.mostCores
    else {
      throw BatchError(
        .usage, "\(nodes) nodes of \(cores) cores cannot be simulated: from 1 to \(Self.mostCores) cores together can")
    }
    (self.nodes, self.cores, self.meanLife) = (nodes, cores, meanLife)
    (self.startup, self.takeover, self.redoesChunks) = (startup, takeover, redoesChunks)
  }
}
