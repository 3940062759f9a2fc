internal import Headroom
internal import HeadroomPictures

/// Which inputs a run works on, and what is known of the others.
struct BatchSelection {
  /// Places of inputs in their list.
  private(set) var places: [Int32] = []
  /// Inputs that are left alone because all is as their records say.
  private(set) var doneCount = 0
  /// Inputs that are left alone because they would fail again.
  private(set) var failedCount = 0
  /// Inputs that are left alone because only failed ones are wanted.
  private(set) var untriedCount = 0

  /// All inputs.
  init(all count: Int) { places = (0..<count).map { Int32(clamping: $0) } }

  /// - Parameter onlyFailed: whether to take all inputs that failed, and no others.
  init(
    _ inputs: BatchInputs, _ index: ResumeIndex, _ plan: BatchPlan, _ names: BatchNames, onlyFailed: Bool
  ) throws(PictureError) {
    for (place, input) in inputs.all.enumerated() {
      switch index.outcome(at: place) {
      case .permanent where onlyFailed, .transient where onlyFailed: take(place)
      case .ok where onlyFailed: doneCount += 1
      case .unknown where onlyFailed, .skipped where onlyFailed: untriedCount += 1
      case .ok:
        if index.isCurrent(at: place, FileFingerprint(of: input.path)),
          try index.hasOutputs(at: place, input, plan, names)
        {
          doneCount += 1
        } else {
          take(place)
        }
      case .permanent:
        if index.isCurrent(at: place, FileFingerprint(of: input.path)) { failedCount += 1 } else { take(place) }
      case .unknown, .skipped, .transient: take(place)
      }
    }
  }

  private mutating func take(_ place: Int) { places.append(Int32(clamping: place)) }
}
