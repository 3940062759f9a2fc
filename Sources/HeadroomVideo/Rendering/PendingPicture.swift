internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

/// What a client owes: a picture that it makes on any thread. The first answer counts.
// Sendable: the answer lies behind the condition's lock.
final class PendingPicture<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var answer: Result<Value, any Error>?
  private var hasSecond = false

  /// Takes the client's answer, on its thread.
  func set(_ value: Result<Value, any Error>) {
    condition.lock()
    if answer == nil { answer = value } else { hasSecond = true }
    condition.broadcast()
    condition.unlock()
  }

  /// Whether the client answered.
  var isSet: Bool {
    condition.lock()
    defer { condition.unlock() }
    return answer != nil
  }

  /// Whether the client answered twice.
  var isTwice: Bool {
    condition.lock()
    defer { condition.unlock() }
    return hasSecond
  }

  /// Waits for the answer.
  ///
  /// - Parameters:
  ///   - limit: seconds; nil waits until the work is cancelled.
  ///   - time: the picture's, for errors.
  func wait(limit: TimeInterval?, time: CMTime) throws(MediaError) -> Value {
    let end = limit.map { Date(timeIntervalSinceNow: $0) }
    condition.lock()
    defer { condition.unlock() }
    while answer == nil {
      try MediaError.checkCancellation()
      if let end, let limit, end.timeIntervalSinceNow <= 0 {
        throw MediaError(.client(ClientFailure("the picture is not finished after \(limit) s")), time: time)
      }
      // Cancellation is seen soon.
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.01))
    }
    switch answer {
    case .success(let value): return value
    case .failure(let error as MediaError): throw error.at(track: nil, time: time)
    case .failure(let error): throw MediaError(.client(ClientFailure(error)), time: time)
    case nil: throw MediaError(.cancelled)
    }
  }
}
