/// The state of a command buffer.
public enum MTLCommandBufferStatus: UInt, Sendable {
  /// Commands may be added.
  case notEnqueued = 0
  /// It has a place in the queue.
  case enqueued = 1
  case committed = 2
  case scheduled = 3
  /// All commands are done.
  case completed = 4
  /// One of them failed, see ``MTLCommandBuffer/error``; the ones after it were run.
  case error = 5
}

/// Called with a command buffer.
public typealias MTLCommandBufferHandler = @Sendable (any MTLCommandBuffer) -> Void

/// Commands that are run together, in the order in which they were added.
///
/// They run when the buffer is committed, on the committing thread and the engine's: when ``commit()`` returns, they
/// are done. A buffer that is not committed does nothing. Adding commands afterwards is a programming error and ends
/// the program with a message.
public protocol MTLCommandBuffer: AnyObject, Sendable {
  /// The queue that made it.
  var commandQueue: any MTLCommandQueue { get }
  /// The device of the queue.
  var device: any MTLDevice { get }
  /// A label for debugging.
  var label: String? { get set }
  var status: MTLCommandBufferStatus { get }
  /// Why a command failed; nil while none has.
  var error: (any Error)? { get }

  /// Presents a drawable when the commands are done.
  func present(_ drawable: any MTLDrawable)
  /// Only changes ``status``, because ``commit()`` takes the place in the queue.
  func enqueue()
  /// Runs the commands. A second call is a programming error.
  func commit()
  /// Returns when the commands are done and all handlers have returned. Do not call it from a handler.
  func waitUntilCompleted()
  /// Returns when the commands are scheduled, which they are once committed.
  func waitUntilScheduled()
  /// Calls a function, on a separate thread, when the commands are done.
  func addCompletedHandler(_ block: @escaping MTLCommandBufferHandler)
  /// Calls a function, on a separate thread, when the commands are scheduled.
  func addScheduledHandler(_ block: @escaping MTLCommandBufferHandler)

  /// Begins a pass that clears its attachments as their descriptors ask.
  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)?
  /// Begins copies between textures.
  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)?
}

extension MTLCommandBuffer {
  public var device: any MTLDevice { commandQueue.device }
}

/// Something that can be presented when commands are done.
public protocol MTLDrawable: AnyObject, Sendable {
  /// Shows it now.
  func present()
  /// The number of the drawable in its layer, from 0.
  var drawableID: Int { get }
}
