/// How far a command buffer is.
public enum MTLCommandBufferStatus: UInt, Sendable {
  /// Commands may be added.
  case notEnqueued = 0
  /// Its place in the queue is taken.
  case enqueued = 1
  case committed = 2
  case scheduled = 3
  /// All commands are done.
  case completed = 4
  /// One of them failed, see ``MTLCommandBuffer/error``; those behind it were run.
  case error = 5
}

/// Called with a command buffer.
public typealias MTLCommandBufferHandler = @Sendable (any MTLCommandBuffer) -> Void

/// Commands that are run together, in the order in which they were added.
///
/// They run when the buffer is committed, on the thread that commits it and on the engine's: when ``commit()`` returns, they are
/// done. A buffer that is not committed does nothing. Adding commands afterwards is a mistake of the program and ends it with
/// a message.
public protocol MTLCommandBuffer: AnyObject, Sendable {
  /// The queue that made it.
  var commandQueue: any MTLCommandQueue { get }
  /// The device of the queue.
  var device: any MTLDevice { get }
  /// A name for people.
  var label: String? { get set }
  var status: MTLCommandBufferStatus { get }
  /// Why a command failed; nil while none has.
  var error: (any Error)? { get }

  /// Shows a drawable when the commands are done.
  func present(_ drawable: any MTLDrawable)
  /// As ``commit()`` takes the place in the queue, this changes nothing but ``status``.
  func enqueue()
  /// Runs the commands. A second time is a mistake of the program.
  func commit()
  /// Returns when the commands are done and all handlers have returned. Not to be called by a handler.
  func waitUntilCompleted()
  /// Returns when the commands are on their way, which they are once they are committed.
  func waitUntilScheduled()
  /// Calls a function, on a thread of its own, when the commands are done.
  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler)
  /// Calls a function, on a thread of its own, when the commands are on their way.
  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler)

  /// Begins a pass that clears what its attachments say.
  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)?
  /// Begins copies between textures.
  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)?
}

extension MTLCommandBuffer {
  public var device: any MTLDevice { commandQueue.device }
}

/// What can be shown when commands are done.
public protocol MTLDrawable: AnyObject, Sendable {
  /// Shows it now.
  func present()
  /// Counts the drawables of a layer, from 0.
  var drawableID: Int { get }
}
