private import Synchronization

/// A wait for an answer, which can be cancelled.
package struct ViewerWait: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Stops waiting. Work that nobody waits for is cancelled.
  package func cancel() { end() }
}

/// Answers in progress, so that equal requests meanwhile share one.
package final class SharedAnswers: Sendable {
  package typealias Reply = @Sendable (ViewerResponse) -> Void

  fileprivate struct Making {
    let number: Int
    var waiting: [Int: Reply] = [:]
    var job: ViewerJob?
  }

  fileprivate struct State {
    var makings: [String: Making] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits for the answer to `key`: for the one in progress, or for a new one.
  ///
  /// - Parameters:
  ///   - begin: submits the job that makes the answer and calls its argument once, on any thread.
  package func answer(
    to key: String, _ reply: @escaping Reply,
    begin: (_ done: @escaping Reply) throws(ViewerError) -> ViewerJob
  ) throws(ViewerError) -> ViewerWait {
    let (number, who, isNew) = state.withLock { $0.join(key, reply) }
    let wait = ViewerWait { self.leave(key, number, who) }
    guard isNew else { return wait }
    do {
      let job = try begin { self.finish(key, number, $0) }
      // All waits may have ended before there was a job to cancel.
      let isWanted = state.withLock { $0.keep(job, for: key, number) }
      if !isWanted { job.cancel() }
    } catch {
      let others = state.withLock { $0.take(key, number) }.filter { $0.key != who }
      for reply in others.values { reply(ViewerResponse(error)) }
      throw error
    }
    return wait
  }

  private func finish(_ key: String, _ number: Int, _ response: ViewerResponse) {
    for reply in state.withLock({ $0.take(key, number) }).values { reply(response) }
  }

  private func leave(_ key: String, _ number: Int, _ who: Int) {
    state.withLock { $0.leave(key, number, who) }?.cancel()
  }
}

extension SharedAnswers.State {
  fileprivate mutating func join(
    _ key: String, _ reply: @escaping SharedAnswers.Reply
  ) -> (number: Int, who: Int, isNew: Bool) {
    count += 1
    let isNew = makings[key] == nil
    var making = makings[key] ?? SharedAnswers.Making(number: count)
    making.waiting[count] = reply
    makings[key] = making
    return (making.number, count, isNew)
  }

  /// - Returns: whether the job is still that of `key`, or done.
  fileprivate mutating func keep(_ job: ViewerJob, for key: String, _ number: Int) -> Bool {
    guard makings[key]?.number == number else { return false }
    makings[key]?.job = job
    return true
  }

  fileprivate mutating func take(_ key: String, _ number: Int) -> [Int: SharedAnswers.Reply] {
    guard let making = makings[key], making.number == number else { return [:] }
    makings[key] = nil
    return making.waiting
  }

  /// - Returns: the job that nobody waits for any more, if there is one.
  fileprivate mutating func leave(_ key: String, _ number: Int, _ who: Int) -> ViewerJob? {
    guard makings[key]?.number == number else { return nil }
    makings[key]?.waiting[who] = nil
    guard let making = makings[key], making.waiting.isEmpty else { return nil }
    makings[key] = nil
    return making.job
  }
}
