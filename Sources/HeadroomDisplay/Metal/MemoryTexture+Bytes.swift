internal import HeadroomPixels

extension MemoryTexture {
  func replace(
    region: MTLRegion, mipmapLevel level: Int, slice: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int,
    bytesPerImage: Int
  ) {
    precondition(slice == 0, "MTLTexture.replace: slice \(slice) of a texture that has one")
    unsafe replace(region: region, mipmapLevel: level, withBytes: pixelBytes, bytesPerRow: bytesPerRow)
  }

  func replace(region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int) {
    check(region, level, bytesPerRow, "MTLTexture.replace")
    unsafe forEachRow(region, level) { row, address, count in
      unsafe address.copyMemory(from: pixelBytes + row * bytesPerRow, byteCount: count)
    }
  }

  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion, mipmapLevel level: Int
  ) {
    check(region, level, bytesPerRow, "MTLTexture.getBytes")
    unsafe forEachRow(region, level) { row, address, count in
      unsafe (pixelBytes + row * bytesPerRow).copyMemory(from: address, byteCount: count)
    }
  }

  /// Ends the program with a message where ``copy(from:level:region:toLevel:at:)`` cannot be done.
  func checkCopy(
    from source: MemoryTexture, level sourceLevel: Int, region: MTLRegion, toLevel level: Int, at origin: MTLOrigin
  ) {
    precondition(
      source.pixelFormat.bytesPerPixel == pixelFormat.bytesPerPixel,
      "MTLBlitCommandEncoder.copy: \(source.pixelFormat) cannot be copied to \(pixelFormat)")
    source.check(region, sourceLevel, Int.max, "MTLBlitCommandEncoder.copy, source")
    check(MTLRegion(origin: origin, size: region.size), level, Int.max, "MTLBlitCommandEncoder.copy, destination")
  }

  /// Copies a region of another texture with the same bytes per pixel, after the check.
  func copy(
    from source: MemoryTexture, level sourceLevel: Int, region: MTLRegion, toLevel level: Int, at origin: MTLOrigin
  ) {
    unsafe source.forEachRow(region, sourceLevel) { row, address, count in
      let line = MTLRegionMake2D(origin.x, origin.y + row, region.size.width, 1)
      unsafe forEachRow(line, level) { _, target, _ in
        // Moved, not copied: source and target rows may overlap.
        unsafe target.copyMemory(from: address, byteCount: count)
      }
    }
  }

  func forEachRow(
    _ region: MTLRegion, _ level: Int,
    _ body: (_ row: Int, _ address: UnsafeMutableRawPointer, _ byteCount: Int) -> Void
  ) {
    let pixel = pixelFormat.bytesPerPixel
    let plane = levels[level].plane
    for row in 0..<region.size.height {
      let offset = plane.offset + (region.origin.y + row) * plane.rowBytes + region.origin.x * pixel
      unsafe body(row, storage.base + offset, region.size.width * pixel)
    }
  }

  /// Ends the program with a message where a region is not inside a level, as Metal does.
  private func check(_ region: MTLRegion, _ level: Int, _ bytesPerRow: Int, _ name: String) {
    precondition(levels.indices.contains(level), "\(name): level \(level) of \(levels.count)")
    let (origin, size) = (region.origin, region.size)
    let (width, height) = (levels[level].width, levels[level].height)
    precondition(
      origin.x >= 0 && origin.y >= 0 && size.width >= 0 && size.height >= 0 && origin.z == 0 && size.depth == 1
        && size.width <= width && size.height <= height && origin.x <= width - size.width
        && origin.y <= height - size.height,
      "\(name): region (\(origin.x), \(origin.y), \(size.width), \(size.height)), depth \(size.depth), "
        + "is not inside \(width) x \(height) pixels")
    precondition(
      size.height <= 1 || bytesPerRow >= size.width * pixelFormat.bytesPerPixel,
      "\(name): \(bytesPerRow) bytes a row cannot hold \(size.width) pixels of \(pixelFormat)")
  }
}
