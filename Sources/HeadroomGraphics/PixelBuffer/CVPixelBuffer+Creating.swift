internal import HeadroomPixels

/// Called when a pixel buffer no longer needs the memory it was made of.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (_ refCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

/// Called when a pixel buffer no longer needs the planes it was made of.
public typealias CVPixelBufferReleasePlanarBytesCallback =
  @convention(c) (
    _ refCon: UnsafeMutableRawPointer?, _ dataPointer: UnsafeRawPointer?, _ dataSize: Int, _ planeCount: Int,
    _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Void

/// Why a pixel buffer could not be made: one of the `kCVReturn` codes.
package struct CVError: Error, Hashable {
  package let code: CVReturn
}

extension CVPixelBuffer {
  /// Makes a buffer like ``CVPixelBufferCreate(_:_:_:_:_:_:)``, with an error instead of a code.
  ///
  /// The pixels are undefined, except that an ``IOSurface`` starts as zeros.
  package convenience init(
    width: Int, height: Int, pixelFormat: OSType, attributes: CFDictionary = [:]
  ) throws(CVError) {
    try self.init(width: width, height: height, pixelFormat: pixelFormat, attributes: attributes, onRelease: nil)
  }

  convenience init(
    width: Int, height: Int, pixelFormat: OSType, attributes: CFDictionary, onRelease: (@Sendable (IOSurface?) -> Void)?
  ) throws(CVError) {
    guard let format = PixelBufferFormat(code: pixelFormat) else { throw CVError(code: kCVReturnInvalidPixelFormat) }
    let alignment = OptionValues.integer(attributes[kCVPixelBufferBytesPerRowAlignmentKey]) ?? 1
    guard alignment > 0, alignment <= 1 << 16, alignment.nonzeroBitCount == 1 else {
      throw CVError(code: kCVReturnInvalidPixelBufferAttributes)
    }
    let layout = PixelBufferLayout(format: format, width: width, height: height, rowAlignment: max(alignment, 64))
    guard let layout else { throw CVError(code: kCVReturnInvalidSize) }
    do throws(PixelError) {
      if attributes[kCVPixelBufferIOSurfacePropertiesKey] != nil {
        let surface = try IOSurface(layout: layout)
        self.init(
          layout: layout, storage: surface.storage, surface: surface, attributes: attributes, onRelease: onRelease)
      } else {
        let storage = try StoragePool.shared.storage(byteCount: layout.byteCount)
        self.init(layout: layout, storage: storage, surface: nil, attributes: attributes, onRelease: onRelease)
      }
    } catch {
      throw CVError(code: kCVReturnAllocationFailed)
    }
  }
}

/// Makes a pixel buffer with undefined pixels.
///
/// - Parameters:
///   - allocator: nil.
///   - width: width in pixels, at least 1.
///   - height: height in pixels, at least 1.
///   - pixelFormatType: one of the `kCVPixelFormatType` codes.
///   - pixelBufferAttributes: ``kCVPixelBufferBytesPerRowAlignmentKey``, ``kCVPixelBufferIOSurfacePropertiesKey`` and
///     starting attachments are supported.
///   - pixelBufferOut: takes the buffer.
/// - Returns: `kCVReturnSuccess`, or an error code.
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  do throws(CVError) {
    unsafe pixelBufferOut.pointee = try CVPixelBuffer(
      width: width, height: height, pixelFormat: pixelFormatType, attributes: pixelBufferAttributes ?? [:])
    return kCVReturnSuccess
  } catch {
    unsafe pixelBufferOut.pointee = nil
    return error.code
  }
}

/// Makes a pixel buffer of one plane over memory that stays where it is.
///
/// - Parameters:
///   - allocator: nil.
///   - width: width in pixels, at least 1.
///   - height: height in pixels, at least 1.
///   - pixelFormatType: a code of a format with one plane.
///   - baseAddress: the first byte; has to stay valid until `releaseCallback` is called.
///   - bytesPerRow: bytes from one row to the next, a multiple of the size of a component.
///   - releaseCallback: called once when nothing needs the memory any more.
///   - releaseRefCon: passed on to `releaseCallback`.
///   - pixelBufferAttributes: starting attachments.
///   - pixelBufferOut: takes the buffer.
/// - Returns: `kCVReturnSuccess`, or an error code; then `releaseCallback` is not called.
@discardableResult
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe pixelBufferOut.pointee = nil
  guard let format = PixelBufferFormat(code: pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard format.planeCount == 1 else { return kCVReturnInvalidArgument }
  guard width > 0, height > 0 else { return kCVReturnInvalidSize }
  let layout = PixelBufferLayout(format: format, width: width, height: height, bytesPerRow: bytesPerRow)
  guard let layout, Int(bitPattern: baseAddress) % format.alignment == 0 else { return kCVReturnInvalidArgument }
  let lender = unsafe BytesLender(base: baseAddress, refCon: releaseRefCon, callback: releaseCallback)
  let used = bytesPerRow * (height - 1) + width * format.bytesPerElement(plane: 0)
  let storage = unsafe PixelStorage(foreign: baseAddress, byteCount: used) { lender.release() }
  unsafe pixelBufferOut.pointee = CVPixelBuffer(
    layout: layout, storage: storage, surface: nil, attributes: pixelBufferAttributes ?? [:])
  return kCVReturnSuccess
}

/// Makes a pixel buffer of several planes over memory that stays where it is.
///
/// - Parameters:
///   - allocator: nil.
///   - width: width in pixels, at least 1.
///   - height: height in pixels, at least 1.
///   - pixelFormatType: a code of a format with `numberOfPlanes` planes.
///   - dataPointer: passed on to `releaseCallback`.
///   - dataSize: passed on to `releaseCallback`.
///   - numberOfPlanes: how many planes the arrays describe.
///   - planeBaseAddress: the first byte of each plane; they stay valid until `releaseCallback` is called.
///   - planeWidth: the width of each plane in its own samples.
///   - planeHeight: the height of each plane in its own samples.
///   - planeBytesPerRow: bytes from one row to the next in each plane.
///   - releaseCallback: called once when nothing needs the memory any more; its last argument is nil.
///   - releaseRefCon: passed on to `releaseCallback`.
///   - pixelBufferAttributes: starting attachments.
///   - pixelBufferOut: takes the buffer.
/// - Returns: `kCVReturnSuccess`, or an error code; then `releaseCallback` is not called.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ dataPointer: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
  _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
  _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
  _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe pixelBufferOut.pointee = nil
  guard let format = PixelBufferFormat(code: pixelFormatType) else { return kCVReturnInvalidPixelFormat }
  guard width > 0, height > 0 else { return kCVReturnInvalidSize }
  guard numberOfPlanes == format.planeCount else { return kCVReturnInvalidArgument }
  var planes: [LentPlane] = []
  for index in 0..<numberOfPlanes {
    let size = format.planeSize(index, width: width, height: height)
    let element = format.bytesPerElement(plane: index)
    guard unsafe planeWidth[index] == size.width, unsafe planeHeight[index] == size.height,
      let base = unsafe planeBaseAddress[index],
      let plane = unsafe LentPlane(
        address: Int(bitPattern: base), rowBytes: planeBytesPerRow[index], rowLength: size.width, rows: size.height,
        element: element, alignment: format.alignment)
    else { return kCVReturnInvalidArgument }
    planes.append(plane)
  }
  // One storage that spans all planes: bytes between them are never accessed.
  let first = planes.map(\.start).min() ?? 0
  let end = planes.map(\.end).max() ?? 0
  guard let base = unsafe UnsafeMutableRawPointer(bitPattern: first) else { return kCVReturnInvalidArgument }
  let layout = PixelBufferLayout(
    format: format, width: width, height: height,
    planes: planes.map { PixelPlane(offset: $0.start - first, rowBytes: $0.rowBytes) }, byteCount: end - first)
  let lender = unsafe PlanesLender(
    data: dataPointer, size: dataSize, planes: numberOfPlanes, refCon: releaseRefCon, callback: releaseCallback)
  let storage = unsafe PixelStorage(foreign: base, byteCount: end - first) { lender.release() }
  unsafe pixelBufferOut.pointee = CVPixelBuffer(
    layout: layout, storage: storage, surface: nil, attributes: pixelBufferAttributes ?? [:])
  return kCVReturnSuccess
}

/// A plane in a client's memory, by address.
private struct LentPlane {
  let start: Int
  let end: Int
  let rowBytes: Int

  init?(address: Int, rowBytes: Int, rowLength: Int, rows: Int, element: Int, alignment: Int) {
    let length = rowLength.multipliedReportingOverflow(by: element)
    let whole = rowBytes.multipliedReportingOverflow(by: rows - 1)
    let used = whole.partialValue.addingReportingOverflow(length.partialValue)
    let end = address.addingReportingOverflow(used.partialValue)
    guard !length.overflow, !whole.overflow, !used.overflow, !end.overflow, rowBytes >= length.partialValue,
      address % alignment == 0, rowBytes % alignment == 0
    else { return nil }
    start = address
    self.end = end.partialValue
    self.rowBytes = rowBytes
  }
}

/// Memory lent by a client, and the function that releases it. Sendable: the pointers are only passed back to the
/// client's function, once.
@safe private final class BytesLender: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let refCon: UnsafeMutableRawPointer?
  private let callback: CVPixelBufferReleaseBytesCallback?

  init(base: UnsafeMutableRawPointer, refCon: UnsafeMutableRawPointer?, callback: CVPixelBufferReleaseBytesCallback?) {
    unsafe self.base = unsafe base
    unsafe self.refCon = unsafe refCon
    unsafe self.callback = unsafe callback
  }

  func release() { unsafe callback?(refCon, base) }
}

/// Planes lent by a client, and the function that releases them. Sendable: the pointers are only passed back to the
/// client's function, once.
@safe private final class PlanesLender: @unchecked Sendable {
  private let data: UnsafeMutableRawPointer?
  private let size: Int
  private let planes: Int
  private let refCon: UnsafeMutableRawPointer?
  private let callback: CVPixelBufferReleasePlanarBytesCallback?

  init(
    data: UnsafeMutableRawPointer?, size: Int, planes: Int, refCon: UnsafeMutableRawPointer?,
    callback: CVPixelBufferReleasePlanarBytesCallback?
  ) {
    unsafe self.data = unsafe data
    self.size = size
    self.planes = planes
    unsafe self.refCon = unsafe refCon
    unsafe self.callback = unsafe callback
  }

  func release() { unsafe callback?(refCon, data, size, planes, nil) }
}
