internal import Foundation
internal import HeadroomPixels

/// Frames of a track that are decoded on another thread before they are asked for, in the order in which they will be.
///
/// Four wait at most. What does not decode is told when its frame is asked for. A frame that nobody works on yet is decoded
/// by who asks for it, so that no thread waits for work that has not begun.
// Sendable: the state is only touched with the condition's lock held, the reader only by the thread that made it busy.
package final class AheadReader: @unchecked Sendable {
  private typealias Outcome = Result<DecodedFrame, MediaError>

  /// Frames that wait to be asked for.
  package static let mostWaiting = 4

  private let open: @Sendable () throws(MediaError) -> FrameReader
  private let runsAhead: Bool
  private let isLowPriority = WorkerThread.isLowPriority
  /// The work that the frames are for: what runs ahead ends with it, and its memory counts there.
  private let context = TaskContext.current
  private var reader: FrameReader?

  private let condition = NSCondition()
  /// Frames to come that nobody has begun.
  private var coming: [Int] = []
  private var waiting: [(number: Int, outcome: Outcome)] = []
  /// The last one that was said to come.
  private var expected: Int?
  private var isBusy = false
  private var isScheduled = false
  private var isClosed = false
  /// Whether there was memory for all frames so far.
  private var hasRoom = true

  /// - Parameters:
  ///   - runsAhead: false decodes each frame when it is asked for, on the thread that asks.
  ///   - open: is called with the first frame, on any thread.
  package init(runsAhead: Bool, open: @escaping @Sendable () throws(MediaError) -> FrameReader) {
    (self.runsAhead, self.open) = (runsAhead, open)
  }

  /// Says that a frame will be asked for, after those that were said before. The last one again says nothing new.
  package func expect(_ number: Int) {
    condition.lock()
    if runsAhead, number != expected { coming.append(number) }
    expected = number
    let isWanted = isJobWanted
    condition.unlock()
    if isWanted { schedule() }
  }

  /// A frame; waits for it where it is being decoded.
  package func frame(_ number: Int) throws(MediaError) -> DecodedFrame {
    condition.lock()
    var outcome = waiting(number)
    while outcome == nil, isBusy {
      condition.wait()
      outcome = waiting(number)
    }
    if outcome == nil { outcome = decodeHere(number) }
    let isWanted = isJobWanted
    condition.unlock()
    if isWanted { schedule() }
    return try (outcome ?? .failure(MediaError(.cancelled))).get()
  }

  /// Drops what waits, and begins nothing more. A frame that is being decoded is the last.
  package func close() {
    condition.lock()
    isClosed = true
    (coming, waiting) = ([], [])
    condition.unlock()
  }

  /// Frames that are decoded and not taken.
  package var waitingCount: Int { condition.withLock { waiting.count } }

  // MARK: - With the lock

  /// Takes a frame that waits, and drops those before it.
  private func waiting(_ number: Int) -> Outcome? {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    let outcome = waiting[place].outcome
    waiting.removeFirst(place + 1)
    return outcome
  }

  /// Lets a frame wait. Where memory runs out it is tried again when it is asked for, and nothing runs ahead any more.
  private func put(_ outcome: Outcome, of number: Int) {
    if outcome.lacksMemory {
      coming.insert(number, at: 0)
      hasRoom = false
    } else {
      waiting.append((number, outcome))
    }
  }

  private func decodeHere(_ number: Int) -> Outcome {
    waiting = []
    if let place = coming.firstIndex(of: number) { coming.removeFirst(place + 1) }
    let outcome = decodeUnlocked(number)
    // What ran ahead may have left more in the decoder than one frame after the other does.
    return runsAhead && outcome.lacksMemory ? decodeUnlocked(number) : outcome
  }

  /// Decodes without the lock; nobody else does meanwhile.
  private func decodeUnlocked(_ number: Int) -> Outcome {
    isBusy = true
    condition.unlock()
    let outcome = decode(number)
    condition.lock()
    isBusy = false
    // Another thread may wait for a frame of its own.
    condition.broadcast()
    return outcome
  }

  /// Whether a job is to be given to a thread; counts it as given.
  private var isJobWanted: Bool {
    let isWanted = !isScheduled && !isBusy && canBegin
    if isWanted { isScheduled = true }
    return isWanted
  }

  private var canBegin: Bool { !isClosed && hasRoom && !coming.isEmpty && waiting.count < Self.mostWaiting }

  // MARK: - Without the lock

  private func schedule() {
    // A job that waits for a thread keeps no decoder that is closed meanwhile.
    (isLowPriority ? BackgroundThreads.low : .shared).run { [weak self] in self?.decodeNext() }
  }

  /// One frame: then other readers have their turn.
  private func decodeNext() {
    condition.lock()
    isScheduled = false
    if !isBusy, canBegin {
      let number = coming.removeFirst()
      let outcome = decodeUnlocked(number)
      if !isClosed { put(outcome, of: number) }
    }
    let isWanted = isJobWanted
    condition.unlock()
    if isWanted { schedule() }
  }

  private func decode(_ number: Int) -> Outcome {
    func read() throws(MediaError) -> DecodedFrame {
      if let reader { return try reader.frame(number) }
      let opened = try open()
      reader = opened
      return try opened.frame(number)
    }
    let outcome = Outcome { () throws(MediaError) in
      guard let context else { return try read() }
      return try context.bound { () throws(MediaError) in try read() }
    }
    // A decoder whose memory ran out is opened anew.
    if outcome.lacksMemory { reader = nil }
    return outcome
  }
}

extension Result<DecodedFrame, MediaError> {
  fileprivate var lacksMemory: Bool {
    guard case .failure(let error) = self else { return false }
    return error.reason == .outOfMemory
  }
}
