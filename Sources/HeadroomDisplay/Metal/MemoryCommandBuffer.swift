internal import Dispatch
internal import Foundation
internal import Synchronization

/// A command buffer whose commands are closures.
final class MemoryCommandBuffer: MTLCommandBuffer {
  typealias Command = @Sendable () throws -> Void

  private struct State: Sendable {
    var label: String?
    var status = MTLCommandBufferStatus.notEnqueued
    var error: (any Error)?
    var commands: [Command] = []
    var completed: [MTLCommandBufferHandler] = []
    var scheduled: [MTLCommandBufferHandler] = []
    var hasOpenEncoder = false
  }

  private let queue: MemoryCommandQueue
  private let state = Mutex(State())
  /// Entered once for the commands, until all handlers have returned.
  private let pending = DispatchGroup()
  /// The queue on which all handlers are called, one after the other.
  private static let handlers = DispatchQueue(label: "headroom.command-buffer-handlers")

  init(queue: MemoryCommandQueue) { self.queue = queue }

  var commandQueue: any MTLCommandQueue { queue }
  var label: String? {
    get { state.withLock { $0.label } }
    set { state.withLock { $0.label = newValue } }
  }
  var status: MTLCommandBufferStatus { state.withLock { $0.status } }
  var error: (any Error)? { state.withLock { $0.error } }

  // MARK: Adding

  func add(_ command: @escaping Command) {
    let isOpen = state.withLock { state in
      guard state.status.rawValue < MTLCommandBufferStatus.committed.rawValue else { return false }
      state.commands.append(command)
      return true
    }
    precondition(isOpen, "MTLCommandBuffer: a command for a buffer that was committed")
  }

  func beginEncoder() {
    let isFirst = state.withLock { state in
      defer { state.hasOpenEncoder = true }
      return !state.hasOpenEncoder
    }
    precondition(isFirst, "MTLCommandBuffer: an encoder was not ended (endEncoding) before the next one")
  }

  func endEncoder() { state.withLock { $0.hasOpenEncoder = false } }

  func present(_ drawable: any MTLDrawable) { add { drawable.present() } }

  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler) { state.withLock { $0.completed.append(block) } }

  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler) { state.withLock { $0.scheduled.append(block) } }

  // MARK: Running

  func enqueue() {
    state.withLock { if $0.status == .notEnqueued { $0.status = .enqueued } }
  }

  func commit() {
    let commands = takeCommands()
    pending.enter()
    queue.turn.withLock { for command in commands { run(command) } }
    let state = state.withLock { state in
      state.status = state.error == nil ? .completed : .error
      return state
    }
    Self.handlers.async {
      for handler in state.scheduled + state.completed { handler(self) }
      self.pending.leave()
    }
  }

  private func takeCommands() -> [Command] {
    let taken: [Command]? = state.withLock { state in
      guard state.status.rawValue < MTLCommandBufferStatus.committed.rawValue, !state.hasOpenEncoder else { return nil }
      state.status = .committed
      defer { state.commands = [] }
      return state.commands
    }
    guard let taken else {
      preconditionFailure("MTLCommandBuffer.commit: committed before, or an encoder was not ended (endEncoding)")
    }
    return taken
  }

  private func run(_ command: Command) {
    do {
      try command()
    } catch {
      state.withLock { $0.error = $0.error ?? error }
    }
  }

  func waitUntilCompleted() {
    precondition(
      status.rawValue >= MTLCommandBufferStatus.committed.rawValue,
      "MTLCommandBuffer.waitUntilCompleted: the buffer was not committed")
    pending.wait()
  }

  func waitUntilScheduled() { waitUntilCompleted() }
}
