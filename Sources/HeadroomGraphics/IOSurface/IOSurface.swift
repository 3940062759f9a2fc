internal import Glibc
package import HeadroomPixels
internal import Synchronization

/// A picture in memory that several processes can share.
///
/// The memory is an anonymous file of the kernel (`memfd`). Another process maps the same pixels through
/// ``fileDescriptor``, which travels over a socket or to a child process; size and format travel beside it.
///
/// Pixels are to be accessed between ``lock(options:seed:)`` and ``unlock(options:seed:)``. They start as zeros.
/// Sendable: constants, mutexes, and memory that follows the rule above.
public final class IOSurface: @unchecked Sendable {
  private struct State: Sendable {
    var seed: UInt32 = 1
    var locks = 0
    var attachments = CVAttachments()
  }

  let layout: PixelBufferLayout
  private var memory: PixelStorage
  private let state = Mutex(State())

  /// Makes a surface of a size and pixel format.
  ///
  /// - Parameter properties: width, height and pixel format are needed; ``IOSurfacePropertyKey/bytesPerRow`` is used
  ///   where given. Other entries become attachments.
  /// - Returns: nil when something is missing or there is no memory.
  public convenience init?(properties: [IOSurfacePropertyKey: Any]) {
    guard let layout = Self.layout(of: properties) else { return nil }
    try? self.init(layout: layout)
    for (key, value) in properties where !Self.geometryKeys.contains(key) { setAttachment(value, forKey: key.rawValue) }
  }

  /// Makes a surface of the memory behind another process's ``fileDescriptor``.
  ///
  /// - Parameters:
  ///   - fileDescriptor: stays the caller's, who may close it afterwards.
  ///   - properties: those that the other process made its surface with, ``bytesPerRow`` included.
  /// - Returns: nil when the file is smaller than the properties demand or cannot be mapped.
  public convenience init?(fileDescriptor: Int32, properties: [IOSurfacePropertyKey: Any]) {
    guard let layout = Self.layout(of: properties), let storage = Self.map(fileDescriptor, layout.byteCount) else {
      return nil
    }
    self.init(layout: layout, memory: storage)
  }

  convenience init(layout: PixelBufferLayout) throws(PixelError) {
    self.init(layout: layout, memory: try PixelStorage(sharedByteCount: layout.byteCount))
  }

  private init(layout: PixelBufferLayout, memory: PixelStorage) {
    self.layout = layout
    self.memory = memory
  }

  /// The memory.
  package var storage: PixelStorage { memory }

  /// Whether only the surface refers to the memory. Only the surface's one owner may call it.
  var isStorageUnshared: Bool { isKnownUniquelyReferenced(&memory) }

  /// The descriptor through which another process maps the pixels; it stays open as long as the surface lives.
  ///
  /// Nil for a surface that was itself made from another's descriptor.
  public var fileDescriptor: Int32? { memory.fileDescriptor }

  /// Begins access to the pixels.
  ///
  /// - Parameters:
  ///   - options: whether pixels will only be read.
  ///   - seed: takes ``seed``; may be nil.
  /// - Returns: 0.
  @discardableResult
  public func lock(options: IOSurfaceLockOptions = [], seed: UnsafeMutablePointer<UInt32>?) -> Int32 {
    let now = state.withLock { state in
      state.locks += 1
      return state.seed
    }
    if let seed = unsafe seed { unsafe seed.pointee = now }
    return 0
  }

  /// Ends access to the pixels; after writing, ``seed`` has changed.
  ///
  /// - Returns: 0, or a code that is not 0 when the surface was not locked.
  @discardableResult
  public func unlock(options: IOSurfaceLockOptions = [], seed: UnsafeMutablePointer<UInt32>?) -> Int32 {
    let isReading = options.contains(.readOnly)
    let (now, wasLocked) = state.withLock { state in
      guard state.locks > 0 else { return (state.seed, false) }
      state.locks -= 1
      if !isReading { state.seed &+= 1 }
      return (state.seed, true)
    }
    if let seed = unsafe seed { unsafe seed.pointee = now }
    return wasLocked ? 0 : 1
  }

  /// A number that changes whenever pixels have been written.
  public var seed: UInt32 { state.withLock { $0.seed } }

  func noteChange() {
    state.withLock { $0.seed &+= 1 }
  }

  /// Attaches a value under a key, in place of one with the same key.
  public func setAttachment(_ anObject: Any, forKey key: String) {
    var entry = CVAttachments()
    entry[key] = (anObject, .shouldPropagate)
    let added = entry
    state.withLock { $0.attachments[key] = added[key] }
  }

  /// The value attached under a key, nil where there is none.
  public func attachment(forKey key: String) -> Any? {
    state.withLock { $0.attachments }[key]?.value
  }

  /// Removes the value attached under a key.
  public func removeAttachment(forKey key: String) {
    state.withLock { $0.attachments[key] = nil }
  }

  /// Removes all attachments.
  public func removeAllAttachments() {
    state.withLock { $0.attachments.removeAll() }
  }

  /// All attachments.
  public func allAttachments() -> [String: Any]? {
    let values = state.withLock { $0.attachments }.values(mode: .shouldPropagate)
    return values.isEmpty ? nil : values
  }

  /// The linear ratio of the brightest content to reference white; 0 for unknown.
  ///
  /// The attachment ``kIOSurfaceContentHeadroom``.
  package var contentHeadroom: Float {
    get { Float(OptionValues.number(attachment(forKey: kIOSurfaceContentHeadroom)) ?? 0) }
    set { setAttachment(newValue, forKey: kIOSurfaceContentHeadroom) }
  }
}

extension IOSurface {
  /// The width in pixels.
  public var width: Int { layout.width }
  /// The height in pixels.
  public var height: Int { layout.height }
  /// The pixel format code.
  public var pixelFormat: OSType { layout.format.code }
  /// The bytes of all planes with their padding.
  public var allocationSize: Int { layout.byteCount }
  /// Bytes from one row to the next; of the first plane where there are several.
  public var bytesPerRow: Int { layout.rowBytes(ofPlane: 0) }
  /// Bytes from one pixel to the next; of the first plane where there are several.
  public var bytesPerElement: Int { layout.format.bytesPerElement(plane: 0) }
  /// The first byte of the top row.
  public var baseAddress: UnsafeMutableRawPointer { unsafe memory.base + layout.planes[0].offset }
  /// How many planes there are; 0 where the pixels are not planar.
  public var planeCount: Int { layout.planes.count > 1 ? layout.planes.count : 0 }
  /// The width of a plane in its own samples.
  public func widthOfPlane(at planeIndex: Int) -> Int { layout.size(ofPlane: planeIndex).width }
  /// The height of a plane in its own samples.
  public func heightOfPlane(at planeIndex: Int) -> Int { layout.size(ofPlane: planeIndex).height }
  /// Bytes from one row of a plane to the next.
  public func bytesPerRowOfPlane(at planeIndex: Int) -> Int { layout.rowBytes(ofPlane: planeIndex) }
  /// Bytes from one element of a plane to the next.
  public func bytesPerElementOfPlane(at planeIndex: Int) -> Int {
    layout.planes.indices.contains(planeIndex) ? layout.format.bytesPerElement(plane: planeIndex) : 0
  }
  /// The first byte of a plane. The index has to be that of a plane.
  public func baseAddressOfPlane(at planeIndex: Int) -> UnsafeMutableRawPointer {
    unsafe memory.base + layout.planes[planeIndex].offset
  }

  private static let geometryKeys: Set<IOSurfacePropertyKey> = [.width, .height, .pixelFormat, .bytesPerRow]

  private static func layout(of properties: [IOSurfacePropertyKey: Any]) -> PixelBufferLayout? {
    guard let width = OptionValues.integer(properties[.width]),
      let height = OptionValues.integer(properties[.height]),
      let code = OptionValues.integer(properties[.pixelFormat]).flatMap(OSType.init(exactly:)),
      let format = PixelBufferFormat(code: code)
    else { return nil }
    // The row lengths of a planar surface follow from its width, because one number cannot state them.
    let rowBytes = format.planeCount == 1 ? OptionValues.integer(properties[.bytesPerRow]) : nil
    return PixelBufferLayout(format: format, width: width, height: height, bytesPerRow: rowBytes)
  }

  private static func map(_ descriptor: Int32, _ byteCount: Int) -> PixelStorage? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size >= byteCount, byteCount > 0,
      let base = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe base != MAP_FAILED
    else { return nil }
    let address = Int(bitPattern: base)
    return unsafe PixelStorage(foreign: base, byteCount: byteCount) {
      _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), byteCount)
    }
  }
}

extension IOSurface: Hashable {
  /// Whether both are the same surface.
  public static func == (left: IOSurface, right: IOSurface) -> Bool { left === right }

  /// Feeds the surface's identity into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
