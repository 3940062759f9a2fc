internal import HeadroomPixels

/// What works on textures. Here that is the processor.
public protocol MTLDevice: AnyObject, Sendable {
  /// A name for people.
  var name: String { get }
  /// Whether its memory is the program's: always.
  var hasUnifiedMemory: Bool { get }
  /// Whether there is no screen at this device: false.
  var isHeadless: Bool { get }
  /// A queue of commands.
  func makeCommandQueue() -> (any MTLCommandQueue)?
  /// A queue of commands; the number of buffers that are under way at once is not limited here.
  func makeCommandQueue(maxCommandBufferCount: Int) -> (any MTLCommandQueue)?
  /// A texture whose memory starts as zeros.
  ///
  /// Nil for what cannot be made (`invalid` formats, sides outside 1...16384, more than two dimensions, several samples), and
  /// where there is no memory.
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
