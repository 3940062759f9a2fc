/// Identifies the pixels of a step across renders: they are the same for the same step of the same template over equal
/// nodes.
package struct StepKey: Sendable {
  package let template: Int
  package let step: Int
  /// The node that the step depends on, with those below it.
  package let node: RecipeNode

  package func matches(_ other: StepKey) -> Bool { isOfSameStep(as: other) && node.isSame(as: other.node) }

  func isOfSameStep(as other: StepKey) -> Bool { template == other.template && step == other.step }
}

extension RecipeNode {
  /// Whether two nodes do the same. They are found by hash, and then compared with everything below them.
  package func isSame(as other: RecipeNode) -> Bool {
    if self === other { return true }
    guard contentHash == other.contentHash else { return false }
    let roots = RecipeOrder([self, other]).roots
    return roots[0] == roots[1]
  }
}
