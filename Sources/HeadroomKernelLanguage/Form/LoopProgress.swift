/// Checks whether a loop's exit condition can come true: its counter must move, and in the right direction.
struct LoopProgress {
  private let form: KernelForm
  private let graph: FormGraph
  /// The values that the loop passes on and changes.
  private let changing: Set<KernelForm.Value>

  init(_ form: KernelForm, _ graph: FormGraph, changing: Set<KernelForm.Value>) {
    self.form = form
    self.graph = graph
    self.changing = changing
  }

  /// An exit: a condition, and the value that takes it.
  struct Exit {
    var condition: KernelForm.Value
    var isTaken: Bool
  }

  func isPossible(_ exit: Exit) -> Bool {
    depends(exit.condition) && !mayStandStill(exit.condition) && !runsAway(exit)
  }

  private func depends(_ value: KernelForm.Value) -> Bool {
    graph.sources(of: value).contains { source in
      if case .load = graph.origins[source] { return true }
      return changing.contains(source)
    }
  }

  private func comparison(_ condition: KernelForm.Value) -> (low: KernelForm.Value, high: KernelForm.Value)? {
    guard case .compute(let operation, let operands) = graph.origins[condition],
      [.flt, .fle, .slt, .sle, .ult, .ule].contains(operation)
    else { return nil }
    return (operands[0], operands[1])
  }

  /// Whether a comparison waits for a counter whose step could be 0.
  private func mayStandStill(_ condition: KernelForm.Value) -> Bool {
    guard let (low, high) = comparison(condition) else { return false }
    let counters = [low, high].filter(changing.contains)
    return !counters.isEmpty
      && counters.allSatisfy { counter in
        guard let next = graph.nexts[counter], case .compute(let step, let parts) = graph.origins[next],
          [.fadd, .fsub, .add, .sub].contains(step), parts.contains(counter),
          let distance = parts.first(where: { $0 != counter })
        else { return false }
        return form.info(distance).constant == nil && !depends(distance)
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
  private func counter(_ operand: KernelForm.Value) -> KernelForm.Value? {
    changing.contains(operand) ? operand : changing.first { graph.nexts[$0] == operand }
  }

  /// The direction of a counter while the loop runs, which is below or above its bound; nil where it is unknown.
  private func direction(of counter: KernelForm.Value, bound: KernelForm.Value, isBelow: Bool) -> Direction? {
    guard let next = graph.nexts[counter], case .compute(let operation, let parts) = graph.origins[next],
      parts.contains(counter), let other = parts.first(where: { $0 != counter }),
      let bits = form.info(other).constant
    else { return nil }
    let number = form.info(other).kind == .float ? Float(bitPattern: bits) : Float(Int32(bitPattern: bits))
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
  private func scaled(by factor: Float, _ bound: KernelForm.Value, isBelow: Bool) -> Direction? {
    guard let bits = form.info(bound).constant, form.info(bound).kind == .float else { return nil }
    let limit = Float(bitPattern: bits)
    if !isBelow, limit >= 0, factor >= 1 { return .up }
    return isBelow && limit > 0 && factor > 0 && factor <= 1 ? .down : nil
  }
}
