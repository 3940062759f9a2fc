extension HighlightBlock {
  private static let mostChanges = 24

  /// Rounds coefficients the other way while that helps.
  func improve() {
    for _ in 0..<Self.mostChanges {
      findDerivatives()
      guard let best = bestChange() else { return }
      change(best)
      if fault <= 1 { return }
    }
  }

  private struct Change {
    var plane: Int
    var index: Int
    var amount: Float
  }

  /// Of half the sum of squared errors of codes, weighted with the squares of the light.
  private func findDerivatives() {
    for channel in 0..<planes { weigh(channel) }
    for plane in 0..<planes {
      let (slope, bend) = unsafe (gradient[plane], curvature[plane])
      unsafe slope.update(repeating: 0, count: BlockMemory.size)
      unsafe bend.update(repeating: 0, count: BlockMemory.size)
      for channel in 0..<planes {
        let share = mix(channel, plane)
        unsafe add(errors[channel], share, to: slope)
        unsafe add(weights[channel], share * share, to: bend)
      }
      unsafe transform.forward(slope)
      unsafe transform.forwardWeights(bend)
    }
  }

  /// The weights of a channel's codes, and their errors with them. Stands on the light that was found.
  private func weigh(_ channel: Int) {
    let (codes, target) = unsafe (decoded[channel], wanted[channel])
    let (bright, here) = unsafe (light[channel], found[channel])
    let (weight, error) = unsafe (weights[channel], errors[channel])
    let scale = 1 / peak
    for index in 0..<BlockMemory.size {
      let level = unsafe max(bright[index], here[index]) * scale
      unsafe weight[index] = level * level
      unsafe error[index] = level * level * (min(max(codes[index], 0), 255) - target[index])
    }
  }

  /// The one that lowers the error most; nil when none does.
  private func bestChange() -> Change? {
    var best: Change?
    var least: Float = 0
    for plane in 0..<planes {
      let (slope, bend, step) = unsafe (gradient[plane], curvature[plane], steps[plane])
      // What the step against the slope makes of the error.
      let difference = unsafe errors[plane]
      for index in 0..<BlockMemory.size {
        unsafe difference[index] = step[index] * (0.5 * step[index] * bend[index] - slope[index].magnitude)
      }
      for index in 0..<BlockMemory.size where unsafe difference[index] < least {
        least = unsafe difference[index]
        best = unsafe Change(plane: plane, index: index, amount: slope[index] > 0 ? -step[index] : step[index])
      }
    }
    return best
  }

  private func change(_ change: Change) {
    for channel in 0..<planes {
      let amount = change.amount * mix(channel, change.plane)
      if amount != 0 { unsafe transform.add(amount, ofCoefficient: change.index, to: decoded[channel]) }
    }
  }
}
