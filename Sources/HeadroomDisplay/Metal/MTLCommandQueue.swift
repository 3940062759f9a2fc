internal import Foundation
internal import Synchronization

/// Makes command buffers, which are run in the order in which they are committed.
public protocol MTLCommandQueue: AnyObject, Sendable {
  /// The device that made it.
  var device: any MTLDevice { get }
  /// A label for debugging.
  var label: String? { get set }
  /// An empty command buffer.
  func makeCommandBuffer() -> (any MTLCommandBuffer)?
}

final class MemoryCommandQueue: MTLCommandQueue {
  private let name = Mutex<String?>(nil)
  /// Locked while a buffer runs, so that the commands of two never mix. Recursive: a command that commits another buffer
  /// must not wait for itself.
  let turn = NSRecursiveLock()

  var device: any MTLDevice { MemoryDevice.shared }
  var label: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
  func makeCommandBuffer() -> (any MTLCommandBuffer)? { MemoryCommandBuffer(queue: self) }
}
