extension HighlightBlock {
  private static let mostChanges = 24
  /// The extra weight of pixels that outshine the block or are lost in it: it grows with each change that leaves
  /// such a pixel, and much more where nothing else helps. With three coarse planes the sum of errors alone left
  /// pixels a sixth too bright.
  private static let growth: Float = 1.5
  private static let jump: Float = 8
  private static let mostEmphasis: Float = 512

  /// Rounds coefficients the other way while that helps, and keeps the best result.
  func optimize() {
    var (emphasis, least): (Float, Float) = (1, faults.largest)
    snapshot()
    for _ in 0..<Self.mostChanges {
      findDerivatives(emphasis)
      guard let best = bestChange() else {
        emphasis *= Self.jump
        if emphasis > Self.mostEmphasis { break }
        continue
      }
      change(best)
      let now = faults
      if now.largest < least {
        least = now.largest
        snapshot()
      }
      if least <= 1 { break }
      if now.excess > 1 { emphasis *= Self.growth }
    }
    restore()
  }

  private struct Change {
    var plane: Int
    var index: Int
    var amount: Float
  }

  /// Derivatives of half the sum of squared errors of codes, weighted with the squares of the light.
  private func findDerivatives(_ emphasis: Float) {
    for channel in 0..<planes { weigh(channel, emphasis) }
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

  /// The weights of a channel's codes, and their errors with them. Relies on the light that was found.
  private func weigh(_ channel: Int, _ emphasis: Float) {
    let (codes, target) = unsafe (decoded[channel], wanted[channel])
    let (wantedLight, here) = unsafe (light[channel], found[channel])
    let (weight, error) = unsafe (weights[channel], errors[channel])
    let scale = 1 / peak
    for index in 0..<BlockMemory.size {
      let level = unsafe max(wantedLight[index], here[index]) * scale
      let isFaulty = unsafe isFaulty(wanted: wantedLight[index], found: here[index])
      let share = level * level * (isFaulty ? emphasis : 1)
      unsafe weight[index] = share
      unsafe error[index] = share * (min(max(codes[index], 0), 255) - target[index])
    }
  }

  /// The one that lowers the error most; nil when none does.
  private func bestChange() -> Change? {
    var best: Change?
    var least: Float = 0
    for plane in 0..<planes {
      let (slope, bend, step) = unsafe (gradient[plane], curvature[plane], steps[plane])
      // The error after a step against the slope.
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
