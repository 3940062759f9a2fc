/// Two ways to do one job, run in turns: the same machine, the same load.
struct Comparison {
  let title: String
  /// Ours: `wall` or `cpu` seconds by peer seconds, one for each round.
  private(set) var wallRatios: [Double] = []
  private(set) var cpuRatios: [Double] = []
  private(set) var ours: [Cost] = []
  private(set) var theirs: [Cost] = []

  /// - Parameter rounds: measured rounds; one more comes first to warm up.
  init(_ title: String, rounds: Int, ours: () throws -> Cost, theirs: () throws -> Cost) rethrows {
    self.title = title
    for round in 0...rounds {
      let (mine, peer) = (try ours(), try theirs())
      if round == 0 { continue }
      self.ours.append(mine)
      self.theirs.append(peer)
      wallRatios.append(peer.wall / mine.wall)
      cpuRatios.append(peer.cpu / mine.cpu)
    }
  }

  /// How many times faster we are in wall time: median, smallest and largest round.
  var wall: Spread { Spread(wallRatios) }
  /// The same in processor time.
  var cpu: Spread { Spread(cpuRatios) }
}

/// Median and range of some numbers.
struct Spread: CustomStringConvertible {
  let median: Double
  let least: Double
  let most: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    least = sorted.first ?? .nan
    most = sorted.last ?? .nan
  }

  var inverse: Spread { Spread([1 / most, 1 / median, 1 / least]) }

  var description: String { "\(short(median)) (\(short(least)) to \(short(most)))" }
}

/// Three significant digits.
func short(_ value: Double) -> String {
  guard value.isFinite, value > 0 else { return "\(value)" }
  var step = 1.0
  while value / step >= 1000 { step *= 10 }
  while value / step < 100 { step /= 10 }
  let rounded = ((value / step).rounded() * step * 1e9).rounded() / 1e9
  let text = rounded.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
