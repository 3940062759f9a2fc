/// What a file of a folder of claims says by its name alone: `12.0.lease`, `12.1.free`, `12.done`.
///
/// A chunk has turns, from 0. Its lease with the highest number counts; who takes a chunk over makes the lease of the next
/// turn, and of several who try only one can. So nobody ever removes what may be another's.
struct ClaimName: Hashable {
  enum Kind: Hashable {
    case lease(turn: Int)
    /// The owner of the turn before has given the chunk back.
    case free(turn: Int)
    case done
  }

  let chunk: Int
  let kind: Kind

  /// More turns than machines can take over in years.
  static let mostTurns = 1_000_000

  init(chunk: Int, _ kind: Kind) { (self.chunk, self.kind) = (chunk, kind) }

  /// Nil for files that are no claims.
  init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let chunk = Shard.number(parts[0]), String(chunk) == parts[0] else { return nil }
    if parts.count == 2, parts[1] == "done" {
      self.init(chunk: chunk, .done)
      return
    }
    guard parts.count == 3, let turn = Shard.number(parts[1]), turn <= Self.mostTurns, String(turn) == parts[1] else {
      return nil
    }
    switch parts[2] {
    case "lease": self.init(chunk: chunk, .lease(turn: turn))
    case "free": self.init(chunk: chunk, .free(turn: turn))
    default: return nil
    }
  }

  var text: String {
    switch kind {
    case .lease(let turn): "\(chunk).\(turn).lease"
    case .free(let turn): "\(chunk).\(turn).free"
    case .done: "\(chunk).done"
    }
  }
}
