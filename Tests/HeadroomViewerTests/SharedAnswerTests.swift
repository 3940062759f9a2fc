import Foundation
import HeadroomTestSupport
import HeadroomViewer
import Synchronization
import Testing

/// Equal requests at the same time are one piece of work.
struct SharedAnswerTests {
  /// A report that waits until it may go on, and counts how often it is made.
  private final class SlowReport: Sendable {
    let count = Mutex(0)
    let begun = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)

    func hasBegun() -> Bool { begun.wait(timeout: .now() + 20) == .success }

    func make() -> String {
      count.withLock { $0 += 1 }
      begun.signal()
      _ = gate.wait(timeout: .now() + 20)
      return "{}"
    }
  }

  /// What came back, and a signal for each.
  private final class Answers: Sendable {
    let bodies = Mutex<[[UInt8]]>([])
    let arrived = DispatchSemaphore(value: 0)

    func take(_ response: ViewerResponse) {
      bodies.withLock { $0.append(response.body) }
      arrived.signal()
    }

    func wait(_ count: Int) -> Bool { (0..<count).allSatisfy { _ in arrived.wait(timeout: .now() + 20) == .success } }
  }

  private let report = SlowReport()
  private let answers = Answers()
  private let shared = SharedAnswers()
  private let queue = ViewerQueue(threads: 2, waiting: 16)

  private func ask(_ query: String = "") -> ViewerWait? {
    try? shared.answer(
      to: query, { [answers] in answers.take($0) },
      begin: { [report, queue] done throws(ViewerError) in
        let job = ViewerJob { done(ViewerResponse("application/json", Array(report.make().utf8))) }
        guard queue.submit(job, .now) else { throw ViewerError(status: 503, message: "the queue is full") }
        return job
      })
  }

  @Test func `Equal requests are worked out once, others on their own`() {
    _ = ask()
    #expect(report.hasBegun())
    for _ in 0..<9 { _ = ask() }
    _ = ask("?x=1")
    #expect(report.hasBegun())
    for _ in 0..<2 { report.gate.signal() }
    #expect(answers.wait(11))
    #expect(report.count.withLock { $0 } == 2)
    // What was made is not kept: the next request is new.
    _ = ask()
    #expect(report.hasBegun())
    report.gate.signal()
    #expect(answers.wait(1))
    #expect(report.count.withLock { $0 } == 3)
  }

  @Test func `Who leaves gets nothing, and who stays gets the answer`() {
    let first = ask()
    #expect(report.hasBegun())
    let second = ask()
    first?.cancel()
    report.gate.signal()
    #expect(answers.wait(1))
    second?.cancel()
    #expect(answers.arrived.wait(timeout: .now() + 0.1) == .timedOut)
  }

  @Test func `What nobody waits for is not begun`() {
    let busy = [ask("?x=1"), ask("?x=2")]
    for _ in busy { #expect(report.hasBegun()) }
    let waiting = [ask(), ask()]
    for wait in waiting { wait?.cancel() }
    for _ in busy { report.gate.signal() }
    #expect(answers.wait(2))
    #expect(report.count.withLock { $0 } == 2)
  }
}
