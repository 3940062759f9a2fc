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

  private enum Verdict { case take, done, failed, untried }

  /// - Parameters:
  ///   - onlyFailed: whether to take all inputs that failed, and no others.
  ///   - threads: what looks at files: of a million inputs that takes as long as reading their records.
  init(
    _ inputs: BatchInputs, _ index: ResumeIndex, _ plan: BatchPlan, _ names: BatchNames, onlyFailed: Bool,
    threads: ThreadPool
  ) throws(PictureError) {
    let verdicts = try threads.map(inputs.all.count) { (place) throws(PictureError) in
      onlyFailed
        ? Self.verdictOfFailed(index.outcome(at: place)) : try Self.verdict(at: place, inputs, index, plan, names)
    }
    for (place, verdict) in verdicts.enumerated() { add(verdict, at: place) }
  }

  private static func verdictOfFailed(_ outcome: ResumeIndex.Outcome) -> Verdict {
    switch outcome {
    case .permanent, .transient: .take
    case .ok: .done
    case .unknown, .skipped: .untried
    }
  }

  private static func verdict(
    at place: Int, _ inputs: BatchInputs, _ index: ResumeIndex, _ plan: BatchPlan, _ names: BatchNames
  ) throws(PictureError) -> Verdict {
    let input = inputs.all[place]
    switch index.outcome(at: place) {
    case .ok:
      guard index.isCurrent(at: place, FileFingerprint(of: input.path)) else { return .take }
      return try index.hasOutputs(at: place, input, plan, names) ? .done : .take
    case .permanent: return index.isCurrent(at: place, FileFingerprint(of: input.path)) ? .failed : .take
    case .unknown, .skipped, .transient: return .take
    }
  }

  private mutating func add(_ verdict: Verdict, at place: Int) {
    switch verdict {
    case .take: take(place)
    case .done: doneCount += 1
    case .failed: failedCount += 1
    case .untried: untriedCount += 1
    }
  }

  private mutating func take(_ place: Int) { places.append(Int32(clamping: place)) }
}
