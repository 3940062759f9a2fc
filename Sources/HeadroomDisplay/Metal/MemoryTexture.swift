internal import HeadroomPixels
internal import Synchronization

/// A texture in the processor's memory.
// Sendable: constants, a mutex, and memory that follows the rule of `MTLTexture`.
final class MemoryTexture: MTLTexture {
  /// One level of the texture.
  struct Level {
    let width: Int
    let height: Int
    let plane: PixelPlane
  }

  let pixelFormat: MTLPixelFormat
  let usage: MTLTextureUsage
  let storageMode: MTLStorageMode
  let isFramebufferOnly: Bool
  let storage: PixelStorage
  let levels: [Level]
  private let name = Mutex<String?>(nil)

  /// The longest side of a texture, as on Apple's systems.
  static let largestSide = 16_384

  /// Nil for unsupported descriptors, and without memory. The memory starts as zeros.
  convenience init?(_ descriptor: MTLTextureDescriptor, isFramebufferOnly: Bool = false) {
    let (width, height, format) = (descriptor.width, descriptor.height, descriptor.pixelFormat)
    let sides = 1...Self.largestSide
    guard format.bytesPerPixel > 0, sides ~= width, sides ~= height,
      1...MTLTextureDescriptor.levels(width: width, height: height) ~= descriptor.mipmapLevelCount,
      descriptor.depth == 1, descriptor.sampleCount == 1, descriptor.arrayLength == 1
    else { return nil }
    let levels = Self.layOut(width, height, count: descriptor.mipmapLevelCount, bytes: format.bytesPerPixel)
    let byteCount = levels.last.map { $0.plane.offset + $0.plane.rowBytes * $0.height } ?? 0
    guard let storage = try? StoragePool.shared.storage(byteCount: byteCount) else { return nil }
    storage.clear()
    self.init(
      pixelFormat: format, usage: descriptor.usage, storageMode: descriptor.storageMode,
      isFramebufferOnly: isFramebufferOnly, storage: storage, levels: levels)
  }

  /// A texture in memory that is there already.
  init(
    pixelFormat: MTLPixelFormat, usage: MTLTextureUsage, storageMode: MTLStorageMode, isFramebufferOnly: Bool,
    storage: PixelStorage, levels: [Level]
  ) {
    self.pixelFormat = pixelFormat
    self.usage = usage
    self.storageMode = storageMode
    self.isFramebufferOnly = isFramebufferOnly
    self.storage = storage
    self.levels = levels
  }

  /// Rows start at multiples of 64 bytes, which every format's component size divides.
  private static func layOut(_ width: Int, _ height: Int, count: Int, bytes: Int) -> [Level] {
    var offset = 0
    return (0..<count).map { index in
      let (columns, rows) = (max(width >> index, 1), max(height >> index, 1))
      let rowBytes = (columns * bytes + 63) / 64 * 64
      defer { offset += rowBytes * rows }
      return Level(width: columns, height: rows, plane: PixelPlane(offset: offset, rowBytes: rowBytes))
    }
  }

  var device: any MTLDevice { MemoryDevice.shared }
  var label: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }
  var textureType: MTLTextureType { .type2D }
  var width: Int { levels[0].width }
  var height: Int { levels[0].height }
  var depth: Int { 1 }
  var mipmapLevelCount: Int { levels.count }
  var sampleCount: Int { 1 }
  var arrayLength: Int { 1 }
  var allocatedSize: Int { storage.byteCount }

  func makeTextureView(pixelFormat format: MTLPixelFormat) -> (any MTLTexture)? {
    guard format.bytesPerPixel == pixelFormat.bytesPerPixel else { return nil }
    return MemoryTexture(
      pixelFormat: format, usage: usage, storageMode: storageMode, isFramebufferOnly: isFramebufferOnly,
      storage: storage, levels: levels)
  }
}
