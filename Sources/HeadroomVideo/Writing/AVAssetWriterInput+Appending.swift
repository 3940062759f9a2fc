public import Dispatch
internal import Synchronization

extension AVAssetWriterInput {
  /// Pictures that wait at most: those of devices cannot.
  private static let mostPictures = (waiting: 3, inRealTime: 12)
  /// Coded samples and buffers of sound that wait at most.
  private static let mostBuffers = 256
  private static let mostBytes = 64 << 20

  /// Whether there is room for a sample.
  ///
  /// True also once the writer has failed or was cancelled, so that nobody waits for ever; ``append(_:)`` is false then.
  public var isReadyForMoreMediaData: Bool {
    let (state, status) = state.withLock { ($0, $0.course?.status) }
    switch status {
    case nil, .unknown: return false
    case .completed: return false
    case .failed, .cancelled: return !state.isFinished
    case .writing: return !state.isFinished && hasRoom(state)
    }
  }

  /// Two fit in any case: a track is described by its first two pictures.
  private func hasRoom(_ state: State) -> Bool {
    let most =
      isCoded ? Self.mostBuffers : state.isRealTime ? Self.mostPictures.inRealTime : Self.mostPictures.waiting
    return state.count < 2 || (state.count < most && state.byteCount < Self.mostBytes)
  }

  /// Appends samples: a picture, coded pictures in the order of decoding, or sound.
  ///
  /// - Returns: false where it was not taken; the writer has failed then, and its ``AVAssetWriter/error`` says why.
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    let time = sampleBuffer.presentationTimeStamp
    do {
      try check(sampleBuffer, time)
      return try enqueue(.samples(sampleBuffer), ordered: isOrdered ? time : nil)
    } catch {
      return refuse(error)
    }
  }

  /// Whether samples come in the order in which they are shown: coded ones come in that of decoding, which the track checks.
  private var isOrdered: Bool { outputSettings != nil && mediaType == .video }

  private func check(_ buffer: CMSampleBuffer, _ time: CMTime) throws {
    guard time.isNumeric else { throw WritingError.time(time) }
    let wantsPicture = mediaType == .video && outputSettings != nil
    if let type = buffer.formatDescription?.mediaType.rawValue.letters, type != mediaType.rawValue {
      throw WritingError.wrongSample(time: time, found: "a sample of '\(type)'", wanted: "'\(mediaType.rawValue)'")
    }
    let isThere = wantsPicture ? buffer.imageBuffer != nil : buffer.dataBuffer != nil
    guard buffer.isValid, isThere else {
      throw WritingError.wrongSample(
        time: time, found: "a buffer without data", wanted: wantsPicture ? "a picture" : "samples")
    }
  }

  /// Puts a sample into the queue.
  ///
  /// - Parameter time: that has to be behind the one before; nil where the order is another.
  func enqueue(_ sample: AppendedSample, ordered time: CMTime?) throws -> Bool {
    let (course, lane) = try state.withLock { state -> (WriterCourse, Int) in
      guard let course = state.course else { throw WritingError.order("append", "without a writer") }
      let (status, hasSession, end) = course.state.withLock { ($0.status, $0.sessionStart != nil, $0.sessionEnd) }
      guard status != .failed, status != .cancelled, status != .completed else { throw WriterEnded() }
      guard status == .writing else { throw WritingError.order("append", "before the start") }
      guard hasSession else { throw WritingError.order("append", "before startSession") }
      guard end == nil else { throw WritingError.order("append", "after endSession") }
      guard !state.isFinished else { throw WritingError.order("append", "after markAsFinished") }
      guard hasRoom(state) else { throw WritingError.notReady(time: sample.time) }
      if let time {
        if let last = state.lastTime, time <= last { throw WritingError.outOfOrder(time: time, previous: last) }
        state.lastTime = time
      }
      state.count += 1
      state.appended += 1
      state.byteCount += sample.byteCount
      return (course, state.lane)
    }
    course.take(sample, for: self, lane)
    return true
  }

  /// Makes the writer fail, unless it has ended before.
  func refuse(_ error: any Error) -> Bool {
    if !(error is WriterEnded) { state.withLock { $0.course }?.fail(error) }
    return false
  }

  /// Says that no samples follow.
  public func markAsFinished() {
    let course = state.withLock { state -> WriterCourse? in
      guard let course = state.course, course.status == .writing, !state.isFinished else { return nil }
      state.isFinished = true
      state.request = nil
      return course
    }
    if let course { course.end(state.withLock { $0.lane }) }
  }

  /// Gives back the room of a sample that was written.
  ///
  /// Clients are asked for coded samples once half of them are gone: a change of threads costs more than a sample.
  func release(_ byteCount: Int) {
    let isLow = state.withLock { state in
      state.count -= 1
      state.byteCount -= byteCount
      return !isCoded || state.count <= Self.mostBuffers / 2 && state.byteCount <= Self.mostBytes / 2
    }
    if isLow { offer() }
  }

  private var isCoded: Bool { mediaType == .audio || outputSettings == nil }

  // MARK: - Requests

  /// Has a block called on a queue whenever there is room, until the input is finished or the writer has ended.
  ///
  /// The block appends samples as long as ``isReadyForMoreMediaData``, and calls ``markAsFinished()`` behind the last.
  /// It is called a last time where the writer fails.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    state.withLock { $0.request = MediaRequest(queue: queue, block: block) }
    offer()
  }

  /// Calls the block, where there is room and it is not being called.
  func offer() {
    guard isReadyForMoreMediaData else { return }
    let request = state.withLock { state -> MediaRequest? in
      guard let request = state.request, !state.isAsking else { return nil }
      state.isAsking = true
      return request
    }
    request?.queue.async { self.ask(request) }
  }

  private func ask(_ request: MediaRequest?) {
    let before = state.withLock { $0.appended }
    request?.block()
    let (course, after) = state.withLock { state in
      state.isAsking = false
      return (state.course, state.appended)
    }
    guard course?.status == .writing else {
      state.withLock { $0.request = nil }
      return
    }
    // A block that appends nothing has nothing yet: it is asked again after a while.
    if before != after {
      offer()
    } else {
      request?.queue.asyncAfter(deadline: .now() + .milliseconds(10)) { self.offer() }
    }
  }
}

/// A sample came behind the end of the writer, which has its reason already.
private struct WriterEnded: Error {}
