/// What makes the pixels of a step the same in two renders: the same step of the same template, over equal nodes.
package struct StepKey: Sendable {
  let template: Int
  let step: Int
  /// The node that the step depends on, with those below it.
  let node: RecipeNode

  /// Equal nodes are found by hash and then compared with all that is below them.
  package func matches(_ other: StepKey) -> Bool {
    guard template == other.template, step == other.step, node.contentHash == other.node.contentHash else {
      return false
    }
    if node === other.node { return true }
    let roots = RecipeOrder([node, other.node]).roots
    return roots[0] == roots[1]
  }
}
