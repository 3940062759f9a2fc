internal import HeadroomPixels
internal import Synchronization

/// The number of buffers that a pool is to keep ready; carried, not used: memory is kept as it is returned.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// How long unused buffers are kept, in seconds; carried, not used: ``CVPixelBufferPoolFlush(_:_:)`` releases them.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// The most buffers that may be in use at once, for ``CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(_:_:_:_:)``.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPool_AllocationThreshold"

/// How a pool is flushed.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: CVOptionFlags

  /// Makes flags from bits.
  public init(rawValue: CVOptionFlags) {
    self.rawValue = rawValue
  }

  /// All unused buffers, however young.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes pixel buffers of one kind and reuses their memory.
public final class CVPixelBufferPool: Sendable {
  fileprivate struct State: Sendable {
    var idle: [IOSurface] = []
    var outstanding = 0
  }

  private let state = Mutex(State())
  private let width: Int
  private let height: Int
  private let pixelFormat: OSType
  private let settings: CVAttachments
  private let attributes: CVAttachments

  init?(settings: CFDictionary, attributes: CFDictionary) {
    guard let width = OptionValues.integer(attributes[kCVPixelBufferWidthKey]),
      let height = OptionValues.integer(attributes[kCVPixelBufferHeightKey]),
      let code = OptionValues.integer(attributes[kCVPixelBufferPixelFormatTypeKey]),
      let pixelFormat = OSType(exactly: code), let format = PixelBufferFormat(code: pixelFormat),
      PixelBufferLayout(format: format, width: width, height: height) != nil
    else { return nil }
    self.width = width
    self.height = height
    self.pixelFormat = pixelFormat
    var kept = CVAttachments()
    kept.add(settings, mode: .shouldNotPropagate)
    self.settings = kept
    kept = CVAttachments()
    kept.add(attributes, mode: .shouldNotPropagate)
    self.attributes = kept
  }

  var poolAttributes: CFDictionary { settings.values(mode: .shouldNotPropagate) }
  var pixelBufferAttributes: CFDictionary { attributes.values(mode: .shouldNotPropagate) }

  /// A buffer with undefined pixels, its memory that of an earlier one where possible.
  package func makePixelBuffer(threshold: Int? = nil) throws(CVError) -> CVPixelBuffer {
    let reused: IOSurface?
    switch state.withLock({ $0.take(threshold: threshold) }) {
    case .refused: throw CVError(code: kCVReturnWouldExceedAllocationThreshold)
    case .granted(let surface): reused = surface
    }
    let giveBack: @Sendable (IOSurface?) -> Void = { [weak self] surface in self?.takeBack(surface) }
    if let reused {
      return CVPixelBuffer(
        layout: reused.layout, storage: reused.storage, surface: reused, attributes: pixelBufferAttributes,
        onRelease: giveBack)
    }
    do throws(CVError) {
      return try CVPixelBuffer(
        width: width, height: height, pixelFormat: pixelFormat, attributes: pixelBufferAttributes, onRelease: giveBack)
    } catch {
      state.withLock { $0.outstanding -= 1 }
      throw error
    }
  }

  /// Releases the memory that waits for reuse.
  func flush() {
    state.withLock { $0.idle.removeAll() }
  }

  /// Surfaces wait here; private memory goes back to the storage pool by itself.
  private func takeBack(_ surface: IOSurface?) {
    state.withLock { state in
      state.outstanding -= 1
      // Views of its bytes are constant.
      if let surface, !surface.storage.hasView { state.idle.append(surface) }
    }
  }
}

extension CVPixelBufferPool.State {
  fileprivate enum Grant {
    case refused
    case granted(IOSurface?)
  }

  fileprivate mutating func take(threshold: Int?) -> Grant {
    if let threshold, outstanding >= threshold { return .refused }
    outstanding += 1
    // A surface that a client keeps beyond its buffer's life is not reused meanwhile.
    for index in idle.indices.reversed() where isKnownUniquelyReferenced(&idle[index]) {
      guard idle[index].isStorageUnshared else { continue }
      let surface = idle.remove(at: index)
      surface.removeAllAttachments()
      return .granted(surface)
    }
    return .granted(nil)
  }
}

// MARK: - Functions

/// Makes a pool.
///
/// - Parameters:
///   - allocator: nil.
///   - poolAttributes: the `kCVPixelBufferPool` keys.
///   - pixelBufferAttributes: size and pixel format, and the other attributes of
///     ``CVPixelBufferCreate(_:_:_:_:_:_:)``.
///   - poolOut: takes the pool.
/// - Returns: `kCVReturnInvalidPoolAttributes` when size or pixel format is missing or unusable.
@discardableResult
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  let pool = CVPixelBufferPool(settings: poolAttributes ?? [:], attributes: pixelBufferAttributes ?? [:])
  unsafe poolOut.pointee = pool
  return pool == nil ? kCVReturnInvalidPoolAttributes : kCVReturnSuccess
}

/// Makes a buffer of the pool's kind with undefined pixels.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Makes a buffer of the pool's kind, unless ``kCVPixelBufferPoolAllocationThresholdKey`` forbids.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  do throws(CVError) {
    let threshold = OptionValues.integer(auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey])
    unsafe pixelBufferOut.pointee = try pixelBufferPool.makePixelBuffer(threshold: threshold)
    return kCVReturnSuccess
  } catch {
    unsafe pixelBufferOut.pointee = nil
    return error.code
  }
}

/// Releases memory that waits for reuse.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
  pool.flush()
}

/// The attributes of a pool.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolAttributes }

/// The attributes of a pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.pixelBufferAttributes
}
