extension ContinuousClock.Instant {
  /// Seconds from this instant to now.
  package var secondsSince: Double {
    let (seconds, attoseconds) = duration(to: .now).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

extension RenderPlan {
  /// Passes over pixels before the outputs.
  package var passCount: Int { measurements.count + steps.count { $0.isStored || $0.kind.isWhole } }
}
