internal import HeadroomPixels
internal import Synchronization

/// How far a reader is; its outputs share it.
// Sendable: everything is guarded.
final class ReaderCourse: Sendable {
  private struct State: Sendable {
    var status = AVAssetReader.Status.unknown
    var error: AVError?
    /// Outputs that have not come to their end.
    var open = 0
  }

  /// Stops the work of all outputs.
  let context = TaskContext()
  private let state = Mutex(State())

  var status: AVAssetReader.Status { state.withLock { $0.status } }
  var error: AVError? { state.withLock { $0.error } }
  var isReading: Bool { status == .reading }

  func begin(outputs: Int) {
    state.withLock { state in
      guard state.status == .unknown else { return }
      state.open = outputs
      state.status = .reading
    }
  }

  /// Ends the reading with an error, unless it has ended.
  func fail(_ error: any Error) {
    state.withLock { state in
      guard state.status == .unknown || state.status == .reading else { return }
      (state.status, state.error) = (.failed, AVError(error, code: .decodeFailed))
    }
    context.cancel()
  }

  func cancel() {
    state.withLock { state in
      if state.status == .unknown || state.status == .reading { state.status = .cancelled }
    }
    context.cancel()
  }

  /// Says that one output has given all its samples, and gets no other ranges.
  func end() {
    state.withLock { state in
      state.open -= 1
      if state.open == 0, state.status == .reading { state.status = .completed }
    }
  }
}
