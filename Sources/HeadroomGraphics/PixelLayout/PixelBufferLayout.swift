internal import HeadroomPixels

/// The places of a pixel buffer's or surface's planes in one piece of memory.
struct PixelBufferLayout: Sendable {
  let format: PixelBufferFormat
  let width: Int
  let height: Int
  let planes: [PixelPlane]
  let byteCount: Int

  /// Planes one after the other, rows on multiples of `rowAlignment`, the whole on full pages of rows.
  ///
  /// Nil for sizes below one and sizes that cannot be counted.
  init?(format: PixelBufferFormat, width: Int, height: Int, rowAlignment: Int = 64, bytesPerRow: Int? = nil) {
    guard width > 0, height > 0, rowAlignment > 0 else { return nil }
    var planes: [PixelPlane] = []
    var end = 0
    for index in 0..<format.planeCount {
      let size = format.planeSize(index, width: width, height: height)
      let needed = size.width.multipliedReportingOverflow(by: format.bytesPerElement(plane: index))
      let padded = needed.partialValue.addingReportingOverflow(rowAlignment - 1)
      guard !needed.overflow, !padded.overflow else { return nil }
      let rowBytes = bytesPerRow ?? padded.partialValue / rowAlignment * rowAlignment
      guard rowBytes >= needed.partialValue, rowBytes % format.alignment == 0 else { return nil }
      let bytes = rowBytes.multipliedReportingOverflow(by: size.height)
      let sum = end.addingReportingOverflow(bytes.partialValue)
      // A plane starts on a cache line, whatever its row length.
      let start = sum.partialValue.addingReportingOverflow(63)
      guard !bytes.overflow, !sum.overflow, !start.overflow else { return nil }
      planes.append(PixelPlane(offset: end, rowBytes: rowBytes))
      end = start.partialValue / 64 * 64
    }
    self.init(format: format, width: width, height: height, planes: planes, byteCount: end)
  }

  init(format: PixelBufferFormat, width: Int, height: Int, planes: [PixelPlane], byteCount: Int) {
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.byteCount = byteCount
  }

  /// Width and height of a plane; (0, 0) where there is none.
  func size(ofPlane plane: Int) -> (width: Int, height: Int) {
    planes.indices.contains(plane) ? format.planeSize(plane, width: width, height: height) : (0, 0)
  }

  /// Bytes from one row of a plane to the next; 0 where there is none.
  func rowBytes(ofPlane plane: Int) -> Int { planes.indices.contains(plane) ? planes[plane].rowBytes : 0 }
}
