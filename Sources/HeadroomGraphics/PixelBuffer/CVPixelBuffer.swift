internal import HeadroomPixels
internal import Synchronization

/// Pixels in memory with attachments that define the meaning of their numbers: a video frame,
/// or the target of a render.
///
/// Rows run from the top down. Attachments may be changed at any time from any thread; pixels are to be written between
/// ``CVPixelBufferLockBaseAddress(_:_:)`` and ``CVPixelBufferUnlockBaseAddress(_:_:)`` and by one thread only.
///
/// ## Alpha
/// Colour is multiplied by alpha, unless ``kCVImageBufferAlphaChannelModeKey`` states otherwise. Sendable: constants, a
/// mutex, and memory that follows the rule above.
public final class CVPixelBuffer: @unchecked Sendable {
  let layout: PixelBufferLayout
  let storage: PixelStorage
  let attachments: Mutex<CVAttachments>
  let creationAttributes: CVAttachments
  private let surfaceBox: IOSurface?
  private let onRelease: (@Sendable (IOSurface?) -> Void)?
  private let locks = Mutex(0)

  init(
    layout: PixelBufferLayout, storage: PixelStorage, surface: IOSurface?, attributes: [String: Any],
    onRelease: (@Sendable (IOSurface?) -> Void)? = nil
  ) {
    self.layout = layout
    self.storage = storage
    surfaceBox = surface
    self.onRelease = onRelease
    var creation = CVAttachments()
    creation.add(attributes, mode: .shouldNotPropagate)
    creationAttributes = creation
    attachments = Mutex(CVAttachments())
    for (key, mode) in [
      (kCVBufferPropagatedAttachmentsKey, CVAttachmentMode.shouldPropagate),
      (kCVBufferNonPropagatedAttachmentsKey, .shouldNotPropagate),
    ] {
      guard let values = attributes[key] as? [String: Any] else { continue }
      for (name, value) in values { setAttachment(value, forKey: name, mode: mode) }
    }
  }

  deinit { onRelease?(surfaceBox) }

  /// The surface that holds the pixels, nil where they are private memory.
  var surface: IOSurface? { surfaceBox }

  func attachment(forKey key: String) -> (value: Any, mode: CVAttachmentMode)? {
    attachments.withLock { $0 }[key]
  }

  func setAttachment(_ value: Any?, forKey key: String, mode: CVAttachmentMode) {
    var entry = CVAttachments()
    if let value { entry[key] = (value, mode) }
    let added = entry
    attachments.withLock { $0[key] = added[key] }
  }

  func lock() {
    locks.withLock { $0 += 1 }
  }

  /// Undoes one lock; false where there is none.
  func unlock() -> Bool {
    locks.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
  }
}

extension CVPixelBuffer: Hashable {
  /// Whether both are the same buffer.
  public static func == (left: CVPixelBuffer, right: CVPixelBuffer) -> Bool { left === right }

  /// Feeds the buffer's identity into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A buffer that holds an image; here always a pixel buffer.
public typealias CVImageBuffer = CVPixelBuffer

/// A buffer with attachments; here always a pixel buffer.
public typealias CVBuffer = CVPixelBuffer
