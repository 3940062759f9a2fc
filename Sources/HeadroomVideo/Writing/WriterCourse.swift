internal import Dispatch
internal import Foundation
internal import HeadroomPixels
internal import Synchronization

/// What a writer and its inputs share: how far it is, and the queue on which it works.
// Sendable: state is guarded, and the session belongs to the queue.
final class WriterCourse: @unchecked Sendable {
  struct State: Sendable {
    var status = AVAssetWriter.Status.unknown
    var error: AVError?
    var sessionStart: CMTime?
    var sessionEnd: CMTime?
    var isFinishing = false
    var inputs: [AVAssetWriterInput] = []
  }

  let state = Mutex(State())
  let context = TaskContext()
  private let queue = DispatchQueue(label: "AVAssetWriter")
  /// On the queue alone.
  private var session: WritingSession?

  var status: AVAssetWriter.Status { state.withLock { $0.status } }

  // MARK: - Work

  /// Does something on the queue, as long as nothing has failed.
  func work(_ body: @escaping @Sendable (WriterCourse) throws -> Void) {
    queue.async {
      guard self.status == .writing else { return }
      do {
        try self.context.bound { try body(self) }
      } catch {
        self.fail(error)
      }
    }
  }

  func open(_ plan: WritingPlan, _ tracks: [any WritingTrack], from start: CMTime) {
    let tracks = HandedTracks(tracks: tracks)
    work { course in course.session = try WritingSession(plan, tracks.tracks, from: start) }
  }

  func take(_ sample: AppendedSample, for input: AVAssetWriterInput, _ lane: Int) {
    let size = sample.byteCount
    work { course in try course.session?.take(sample, for: lane) { input.release(size) } }
  }

  func end(_ lane: Int) { work { course in try course.session?.end(lane) } }

  /// - Parameter completion: is called when the film is there, or cannot be.
  func finish(_ completion: @escaping @Sendable () -> Void) {
    work { course in
      guard let session = course.session else { throw WritingError.noSamples }
      try session.finish(end: course.state.withLock { $0.sessionEnd })
      course.session = nil
      // It may have failed or been cancelled while its last bytes were written.
      if !course.settle(.completed, nil) { session.withdraw(isCancelled: course.status == .cancelled) }
    }
    queue.async { DispatchQueue.global().async(execute: completion) }
  }

  /// Stops everything, and takes away what was written.
  func cancel() {
    let wasWorking = state.withLock { state in
      guard state.status == .unknown || state.status == .writing else { return false }
      state.status = .cancelled
      return true
    }
    guard wasWorking else { return }
    context.cancel()
    queue.sync {
      session?.discard()
      session = nil
    }
    wakeInputs()
  }

  // MARK: - Ends

  func fail(_ error: any Error) {
    queue.async {
      self.session?.stop()
      self.session = nil
    }
    settle(.failed, AVError(writing: error))
  }

  /// - Returns: false where the writer has ended already.
  @discardableResult private func settle(_ status: AVAssetWriter.Status, _ error: AVError?) -> Bool {
    let isFirst = state.withLock { state in
      guard state.status == .unknown || state.status == .writing else { return false }
      (state.status, state.error) = (status, error)
      return true
    }
    wakeInputs()
    return isFirst
  }

  /// Inputs that wait learn that there is nothing to wait for.
  private func wakeInputs() {
    let inputs = state.withLock { state in
      defer { if state.status != .writing { state.inputs = [] } }
      return state.inputs
    }
    for input in inputs { input.offer() }
  }

  /// Lets go of the inputs, whose writer is gone.
  func abandon() {
    state.withLock { $0.inputs = [] }
    if status == .writing { cancel() }
  }
}

/// Tracks on their way to the queue. Sendable: nobody else has them.
private struct HandedTracks: @unchecked Sendable {
  let tracks: [any WritingTrack]
}
