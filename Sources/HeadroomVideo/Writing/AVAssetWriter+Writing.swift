internal import Foundation
internal import Synchronization

extension AVAssetWriter {
  /// Gets ready to write.
  ///
  /// - Returns: false where it cannot be; ``error`` says why.
  @discardableResult
  public func startWriting() -> Bool {
    let path = settings.withLock { $0.plan.path }
    do {
      try course.state.withLock { state in
        guard state.status == .unknown else { throw WritingError.order("startWriting", "a second time") }
        guard !state.inputs.isEmpty else { throw WritingError.noInputs }
        guard !FileManager.default.fileExists(atPath: path) else { throw WritingError.fileExists(outputURL) }
        try settings.withLock { settings throws(WritingError) in try settings.takeMetadata() }
        state.status = .writing
      }
    } catch {
      course.fail(error)
      return false
    }
    for input in inputs { input.offer() }
    return true
  }

  /// As ``startWriting()``.
  ///
  /// - Throws: why nothing can be written.
  public func start() throws {
    guard !startWriting() else { return }
    throw error ?? AVError(.unknown)
  }

  /// Begins what the film shows: a sample of this time is shown at its beginning.
  ///
  /// Samples of earlier times are stored and hidden; where the first one is later, the track begins late.
  public func startSession(atSourceTime startTime: CMTime) {
    do {
      let inputs = try course.state.withLock { state in
        guard state.status == .writing else { throw WritingError.order("startSession", "while nothing is written") }
        guard state.sessionStart == nil else { throw WritingError.order("startSession", "a second time") }
        guard startTime.isNumeric else { throw WritingError.time(startTime) }
        state.sessionStart = startTime
        return state.inputs
      }
      let container = container
      let tracks = try inputs.map { try $0.makeTrack(container) }
      course.open(settings.withLock { $0.plan }, tracks, from: startTime)
    } catch {
      course.fail(error)
    }
  }

  /// Ends what the film shows at a time of the samples: later ones are stored and hidden, and a last picture without a
  /// duration lasts until then.
  ///
  /// Without it the film ends with its last sample.
  public func endSession(atSourceTime endTime: CMTime) {
    do {
      try course.state.withLock { state in
        guard state.status == .writing, let start = state.sessionStart else {
          throw WritingError.order("endSession", "without a session")
        }
        guard state.sessionEnd == nil else { throw WritingError.order("endSession", "a second time") }
        guard endTime.isNumeric, endTime > start else { throw WritingError.time(endTime) }
        _ = try FilmTicks.tick(endTime, from: start, 1)
        state.sessionEnd = endTime
      }
    } catch {
      course.fail(error)
    }
  }

  /// Writes what is left, and returns when the film is there or cannot be: ``status`` tells.
  public func finishWriting() async {
    await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
  }

  /// Writes what is left.
  ///
  /// - Parameter handler: is called when the film is there or cannot be: ``status`` tells.
  public func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    do {
      let inputs = try course.state.withLock { state in
        switch state.status {
        case .unknown: throw WritingError.order("finishWriting", "before the start")
        case .writing where state.isFinishing: throw WritingError.order("finishWriting", "a second time")
        default: state.isFinishing = true
        }
        return state.inputs
      }
      for input in inputs { input.markAsFinished() }
    } catch {
      course.fail(error)
    }
    course.finish(handler)
  }

  /// Stops, and returns when nothing is written any more. What was written is taken away.
  public func cancelWriting() { course.cancel() }
}

extension AVAssetWriter.Settings {
  /// - Throws: where metadata are not written.
  fileprivate mutating func takeMetadata() throws(WritingError) {
    guard metadata.isEmpty || !plan.isFragmented else {
      throw .setting(key: "metadata", "films in fragments carry none")
    }
    plan.notes = try metadata.map { item throws(WritingError) in try item.tag() }
  }
}
