/// Checks whether a loop's exit condition can come true: its counter must move, and in the right direction.
struct TerminationAnalysis {
  private let ir: KernelIR
  private let graph: IRValueGraph
  /// The values that the loop passes on and changes.
  private let changing: Set<KernelIR.Value>

  init(_ ir: KernelIR, _ graph: IRValueGraph, changing: Set<KernelIR.Value>) {
    self.ir = ir
    self.graph = graph
    self.changing = changing
  }

  /// An exit: a condition, and the value that takes it.
  struct Exit {
    var condition: KernelIR.Value
    var isTaken: Bool
  }

  func isPossible(_ exit: Exit) -> Bool {
    depends(exit.condition) && !mayStandStill(exit.condition) && !runsAway(exit)
  }

  private func depends(_ value: KernelIR.Value) -> Bool {
    graph.sources(of: value).contains { source in
      if case .load = graph.origins[source] { return true }
      return changing.contains(source)
    }
  }

  private func comparison(_ condition: KernelIR.Value) -> (low: KernelIR.Value, high: KernelIR.Value)? {
    guard case .compute(let operation, let operands) = graph.origins[condition],
      [.flt, .fle, .slt, .sle, .ult, .ule].contains(operation)
    else { return nil }
    return (operands[0], operands[1])
  }

  /// Whether a comparison waits for a counter whose step could be 0.
  private func mayStandStill(_ condition: KernelIR.Value) -> Bool {
    guard let (low, high) = comparison(condition) else { return false }
    let counters = [low, high].filter(changing.contains)
    return !counters.isEmpty
      && counters.allSatisfy { counter in
        guard let next = graph.nexts[counter], case .compute(let step, let parts) = graph.origins[next],
          [.fadd, .fsub, .add, .sub].contains(step), parts.contains(counter),
          let distance = parts.first(where: { $0 != counter })
        else { return false }
        return ir.info(distance).constant == nil && !depends(distance)
      }
  }

  // MARK: Direction

  private enum Direction {
    case up
    case down
  }

  /// Whether the only counter of a comparison moves away from the bound that would end the loop.
  private func runsAway(_ exit: Exit) -> Bool {
    guard let (low, high) = comparison(exit.condition) else { return false }
    switch (counter(low), counter(high)) {
    case (let counter?, nil) where !depends(high):
      return direction(of: counter, bound: high, isBelow: !exit.isTaken) == (exit.isTaken ? .up : .down)
    case (nil, let counter?) where !depends(low):
      return direction(of: counter, bound: low, isBelow: exit.isTaken) == (exit.isTaken ? .down : .up)
    default: return false
    }
  }

  /// The counter that an operand is, or becomes in the next iteration.
  private func counter(_ operand: KernelIR.Value) -> KernelIR.Value? {
    changing.contains(operand) ? operand : changing.first { graph.nexts[$0] == operand }
  }

  /// The direction of a counter while the loop runs, which is below or above its bound; nil where it is unknown.
  private func direction(of counter: KernelIR.Value, bound: KernelIR.Value, isBelow: Bool) -> Direction? {
    guard let next = graph.nexts[counter], case .compute(let operation, let parts) = graph.origins[next],
      parts.contains(counter), let other = parts.first(where: { $0 != counter }),
      let bits = ir.info(other).constant
    else { return nil }
    let number = ir.info(other).kind == .float ? Float(bitPattern: bits) : Float(Int32(bitPattern: bits))
    guard number != 0 else { return nil }
    switch operation {
    case .fadd, .add: return number > 0 ? .up : .down
    case .fsub, .sub: return parts[0] == counter ? (number > 0 ? .down : .up) : nil
    case .fmul: return scaled(by: number, bound, isBelow: isBelow)
    case .fdiv: return parts[0] == counter ? scaled(by: 1 / number, bound, isBelow: isBelow) : nil
    default: return nil
    }
  }

  /// A number above 0 grows by a factor above 1; a number below a positive bound never reaches it by a factor below 1.
  private func scaled(by factor: Float, _ bound: KernelIR.Value, isBelow: Bool) -> Direction? {
    guard let bits = ir.info(bound).constant, ir.info(bound).kind == .float else { return nil }
    let limit = Float(bitPattern: bits)
    if !isBelow, limit >= 0, factor >= 1 { return .up }
    return isBelow && limit > 0 && factor > 0 && factor <= 1 ? .down : nil
  }
}
