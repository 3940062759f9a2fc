/// The C name of ``IOSurface``.
public typealias IOSurfaceRef = IOSurface

/// Makes a surface; see ``IOSurface/init(properties:)``.
public func IOSurfaceCreate(_ properties: CFDictionary) -> IOSurfaceRef? {
  let pairs = properties.map { (IOSurfacePropertyKey(rawValue: $0.key), $0.value) }
  return IOSurface(properties: Dictionary(uniqueKeysWithValues: pairs))
}

/// Begins access to a surface's pixels; see ``IOSurface/lock(options:seed:)``.
@discardableResult
public func IOSurfaceLock(
  _ buffer: IOSurfaceRef, _ options: IOSurfaceLockOptions, _ seed: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  unsafe buffer.lock(options: options, seed: seed)
}

/// Ends access to a surface's pixels; see ``IOSurface/unlock(options:seed:)``.
@discardableResult
public func IOSurfaceUnlock(
  _ buffer: IOSurfaceRef, _ options: IOSurfaceLockOptions, _ seed: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  unsafe buffer.unlock(options: options, seed: seed)
}

/// The width in pixels.
public func IOSurfaceGetWidth(_ buffer: IOSurfaceRef) -> Int { buffer.width }
/// The height in pixels.
public func IOSurfaceGetHeight(_ buffer: IOSurfaceRef) -> Int { buffer.height }
/// The pixel format code.
public func IOSurfaceGetPixelFormat(_ buffer: IOSurfaceRef) -> OSType { buffer.pixelFormat }
/// Bytes from one row to the next; of the first plane where there are several.
public func IOSurfaceGetBytesPerRow(_ buffer: IOSurfaceRef) -> Int { buffer.bytesPerRow }
/// Bytes from one pixel to the next; of the first plane where there are several.
public func IOSurfaceGetBytesPerElement(_ buffer: IOSurfaceRef) -> Int { buffer.bytesPerElement }
/// The bytes of all planes with their padding.
public func IOSurfaceGetAllocSize(_ buffer: IOSurfaceRef) -> Int { buffer.allocationSize }
/// The first byte of the top row.
public func IOSurfaceGetBaseAddress(_ buffer: IOSurfaceRef) -> UnsafeMutableRawPointer { unsafe buffer.baseAddress }
/// How many planes there are; 0 where the pixels are not planar.
public func IOSurfaceGetPlaneCount(_ buffer: IOSurfaceRef) -> Int { buffer.planeCount }
/// The width of a plane in its own samples.
public func IOSurfaceGetWidthOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.widthOfPlane(at: planeIndex)
}
/// The height of a plane in its own samples.
public func IOSurfaceGetHeightOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.heightOfPlane(at: planeIndex)
}
/// Bytes from one row of a plane to the next.
public func IOSurfaceGetBytesPerRowOfPlane(_ buffer: IOSurfaceRef, _ planeIndex: Int) -> Int {
  buffer.bytesPerRowOfPlane(at: planeIndex)
}
/// The first byte of a plane. The index has to be that of a plane.
public func IOSurfaceGetBaseAddressOfPlane(
  _ buffer: IOSurfaceRef, _ planeIndex: Int
) -> UnsafeMutableRawPointer {
  unsafe buffer.baseAddressOfPlane(at: planeIndex)
}
/// A number that changes whenever pixels have been written.
public func IOSurfaceGetSeed(_ buffer: IOSurfaceRef) -> UInt32 { buffer.seed }

/// Attaches a value to a surface, such as ``kIOSurfaceContentHeadroom``.
public func IOSurfaceSetValue(_ buffer: IOSurfaceRef, _ key: CFString, _ value: CFTypeRef) {
  buffer.setAttachment(value, forKey: key)
}

/// The value attached under a key, nil where there is none.
public func IOSurfaceCopyValue(_ buffer: IOSurfaceRef, _ key: CFString) -> CFTypeRef? {
  buffer.attachment(forKey: key)
}

/// Removes the value attached under a key.
public func IOSurfaceRemoveValue(_ buffer: IOSurfaceRef, _ key: CFString) {
  buffer.removeAttachment(forKey: key)
}
