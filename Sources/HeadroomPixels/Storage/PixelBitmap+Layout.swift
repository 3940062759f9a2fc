extension PixelBitmap {
  /// Planes and bytes of a new bitmap: rows and planes start on multiples of 64 bytes.
  package static func layOut(
    width: Int, height: Int, format: PixelFormat
  ) throws(PixelError) -> (planes: [PixelPlane], byteCount: Int) {
    guard width > 0, height > 0 else { throw .invalidSize(width: width, height: height) }
    var planes: [PixelPlane] = []
    var offset = 0
    for index in 0..<format.planeCount {
      let size = format.planeSize(index, width: width, height: height)
      let (row, rowOverflow) = size.width.multipliedReportingOverflow(by: format.bytesPerElement(plane: index))
      let (padded, padOverflow) = row.addingReportingOverflow(MemoryBlock.alignment - 1)
      let rowBytes = padded & ~(MemoryBlock.alignment - 1)
      let (bytes, bytesOverflow) = rowBytes.multipliedReportingOverflow(by: size.height)
      let (end, endOverflow) = offset.addingReportingOverflow(bytes)
      guard !rowOverflow, !padOverflow, !bytesOverflow, !endOverflow else {
        throw .sizeOverflow(width: width, height: height, format: format)
      }
      planes.append(PixelPlane(offset: offset, rowBytes: rowBytes))
      offset = end
    }
    return (planes, offset)
  }

  static func check(
    _ plane: PixelPlane, index: Int, size: (width: Int, height: Int), format: PixelFormat, storage: PixelStorage
  ) throws(PixelError) {
    let (needed, rowOverflow) = size.width.multipliedReportingOverflow(by: format.bytesPerElement(plane: index))
    guard !rowOverflow else { throw .sizeOverflow(width: size.width, height: size.height, format: format) }
    guard plane.rowBytes >= needed else {
      throw .rowBytesTooSmall(plane: index, rowBytes: plane.rowBytes, needed: needed)
    }
    let (rows, overflow) = plane.rowBytes.multipliedReportingOverflow(by: size.height - 1)
    let (start, startOverflow) = rows.addingReportingOverflow(max(plane.offset, 0))
    let (end, endOverflow) = start.addingReportingOverflow(needed)
    guard !overflow, !startOverflow, !endOverflow else {
      throw .sizeOverflow(width: size.width, height: size.height, format: format)
    }
    guard plane.offset >= 0, end <= storage.byteCount else {
      throw .storageTooSmall(plane: index, needed: end, available: storage.byteCount)
    }
    let alignment = format.bytesPerComponent
    let first = unsafe Int(bitPattern: storage.base + plane.offset)
    guard first % alignment == 0, plane.rowBytes % alignment == 0 else {
      throw .misaligned(plane: index, alignment: alignment)
    }
  }

  /// The first byte of a row, counted from the top; of luma where there are planes.
  package func rowAddress(_ row: Int) -> UnsafeMutableRawPointer {
    precondition(row >= 0 && row < height, "row outside the bitmap")
    return unsafe storage.base + (plane.offset + row * plane.rowBytes)
  }

  /// The first byte of a row of Cb, Cr pairs; of Cb where it has a plane of its own.
  package func chromaRowAddress(_ row: Int) -> UnsafeMutableRawPointer {
    guard let chromaPlane else { preconditionFailure("no chroma plane in \(format)") }
    let rows = format.planeSize(1, width: width, height: height).height
    precondition(row >= 0 && row < rows, "chroma row outside the bitmap")
    return unsafe storage.base + (chromaPlane.offset + row * chromaPlane.rowBytes)
  }

  /// A rectangle of this bitmap, counted from its top left corner; refers to the same pixels.
  ///
  /// Nil where the rectangle is empty or reaches outside, or does not start on a chroma sample.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> PixelBitmap? {
    guard width > 0, height > 0, x >= 0, y >= 0, x <= self.width - width, y <= self.height - height else { return nil }
    let (horizontal, vertical) = format.subsampling
    guard x % horizontal == 0, y % vertical == 0 else { return nil }
    return PixelBitmap(
      self, width: width, height: height, layout: layout.moved(x: x, y: y, format), alpha: alpha, ycbcr: ycbcr)
  }
}
