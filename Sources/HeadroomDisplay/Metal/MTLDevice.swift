internal import HeadroomPixels

/// A device that works on textures. Here it is the processor.
public protocol MTLDevice: AnyObject, Sendable {
  /// A display name.
  var name: String { get }
  /// Whether its memory is the program's: always.
  var hasUnifiedMemory: Bool { get }
  /// Whether the device has no screen: false.
  var isHeadless: Bool { get }
  /// A queue of commands.
  func makeCommandQueue() -> (any MTLCommandQueue)?
  /// A queue of commands; the number of concurrent buffers is not limited here.
  func makeCommandQueue(maxCommandBufferCount: Int) -> (any MTLCommandQueue)?
  /// A texture whose memory starts as zeros.
  ///
  /// Nil for textures that cannot be made (`invalid` formats, sides outside 1...16384, more than two dimensions,
  /// several samples), and without memory.
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)?
}

/// The device of this machine, always the same.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { MemoryDevice.shared }

/// All devices of this machine: one.
public func MTLCopyAllDevices() -> [any MTLDevice] { [MemoryDevice.shared] }

/// The processor as a device.
final class MemoryDevice: MTLDevice {
  static let shared = MemoryDevice()

  private init() {}

  var name: String { "Headroom processor" }
  var hasUnifiedMemory: Bool { true }
  var isHeadless: Bool { false }
  func makeCommandQueue() -> (any MTLCommandQueue)? { MemoryCommandQueue() }
  func makeCommandQueue(maxCommandBufferCount: Int) -> (any MTLCommandQueue)? { MemoryCommandQueue() }
  func makeTexture(descriptor: MTLTextureDescriptor) -> (any MTLTexture)? { MemoryTexture(descriptor) }
}
