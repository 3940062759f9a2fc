internal import HeadroomPixels

/// How a pixel buffer is locked.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: CVOptionFlags

  /// Makes flags from bits.
  public init(rawValue: CVOptionFlags) {
    self.rawValue = rawValue
  }

  /// Pixels will be read only.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Begins access to a buffer's pixels.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
  pixelBuffer.lock()
  return kCVReturnSuccess
}

/// Ends access to a buffer's pixels. `kCVReturnError` when it was not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard pixelBuffer.unlock() else { return kCVReturnError }
  if !unlockFlags.contains(.readOnly) { pixelBuffer.surface?.noteChange() }
  return kCVReturnSuccess
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.height }

/// The pixel format code.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.layout.format.code }

/// The first byte of the top row; of the first plane where there are several.
///
/// Use the address only while the buffer is locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  unsafe CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0)
}

/// Bytes from one row to the next; of the first plane where there are several.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.rowBytes(ofPlane: 0) }

/// The bytes of all planes with their padding.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.byteCount }

/// Whether the buffer has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.layout.planes.count > 1 }

/// How many planes there are; 0 where the pixels are not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.layout.planes.count : 0
}

/// The width of a plane in its own samples; 0 where there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.layout.size(ofPlane: planeIndex).width
}

/// The height of a plane in its own samples; 0 where there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.layout.size(ofPlane: planeIndex).height
}

/// The first byte of a plane; nil where there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  let planes = pixelBuffer.layout.planes
  guard planes.indices.contains(planeIndex) else { return nil }
  return unsafe pixelBuffer.storage.base + planes[planeIndex].offset
}

/// Bytes from one row of a plane to the next; 0 where there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  pixelBuffer.layout.rowBytes(ofPlane: planeIndex)
}

/// The attributes that the buffer was made with, and its size and format.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
  var attributes = pixelBuffer.creationAttributes.values(mode: .shouldNotPropagate)
  attributes[kCVPixelBufferWidthKey] = pixelBuffer.layout.width
  attributes[kCVPixelBufferHeightKey] = pixelBuffer.layout.height
  attributes[kCVPixelBufferPixelFormatTypeKey] = pixelBuffer.layout.format.code
  return attributes
}

/// The surface that holds the pixels, nil for a buffer that was made without ``kCVPixelBufferIOSurfacePropertiesKey``.
public func CVPixelBufferGetIOSurface(_ pixelBuffer: CVPixelBuffer) -> Unmanaged<IOSurfaceRef>? {
  unsafe pixelBuffer.surface.map { unsafe Unmanaged.passUnretained($0) }
}

/// Makes a pixel buffer whose pixels are those of a surface.
@discardableResult
public func CVPixelBufferCreateWithIOSurface(
  _ allocator: CFAllocator?, _ surface: IOSurfaceRef, _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<Unmanaged<CVPixelBuffer>?>
) -> CVReturn {
  let buffer = CVPixelBuffer(of: surface, attributes: pixelBufferAttributes ?? [:])
  unsafe pixelBufferOut.pointee = unsafe Unmanaged.passRetained(buffer)
  return kCVReturnSuccess
}

extension CVPixelBuffer {
  /// A buffer whose pixels are those of a surface.
  package convenience init(of surface: IOSurface, attributes: CFDictionary = [:]) {
    self.init(layout: surface.layout, storage: surface.storage, surface: surface, attributes: attributes)
  }
}

/// How many bytes of pixels a buffer has beyond each edge: none here.
public func CVPixelBufferGetExtendedPixels(
  _ pixelBuffer: CVPixelBuffer, _ extraColumnsOnLeft: UnsafeMutablePointer<Int>?,
  _ extraColumnsOnRight: UnsafeMutablePointer<Int>?, _ extraRowsOnTop: UnsafeMutablePointer<Int>?,
  _ extraRowsOnBottom: UnsafeMutablePointer<Int>?
) {
  unsafe extraColumnsOnLeft?.pointee = 0
  unsafe extraColumnsOnRight?.pointee = 0
  unsafe extraRowsOnTop?.pointee = 0
  unsafe extraRowsOnBottom?.pointee = 0
}

/// Repeats the edge into the pixels beyond it, of which there are none here.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferFillExtendedPixels(_ pixelBuffer: CVPixelBuffer) -> CVReturn { kCVReturnSuccess }
