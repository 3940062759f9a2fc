extension MTLDevice {
  /// Whether the device saves power rather than time: no.
  public var isLowPower: Bool { false }
  /// A number that tells devices apart.
  public var registryID: UInt64 { 1 }
}

extension MTLCommandQueue {
  /// As ``makeCommandBuffer()``: what commands use is kept until they are done.
  public func makeCommandBufferWithUnretainedReferences() -> (any MTLCommandBuffer)? { makeCommandBuffer() }
}

extension MTLCommandBuffer {
  /// Returns when the commands are done.
  public func completed() async {
    await withCheckedContinuation { continuation in addCompletedHandler { _ in continuation.resume() } }
  }
}

extension MTLTexture {
  /// Reads pixels, as `getBytes(_:bytesPerRow:from:mipmapLevel:)`; the slice must be 0.
  public func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, bytesPerImage: Int, from region: MTLRegion,
    mipmapLevel level: Int, slice: Int
  ) {
    precondition(slice == 0, "MTLTexture.getBytes: textures have one slice")
    unsafe getBytes(pixelBytes, bytesPerRow: bytesPerRow, from: region, mipmapLevel: level)
  }
}

/// A line of pixels.
public func MTLRegionMake1D(_ x: Int, _ width: Int) -> MTLRegion { MTLRegionMake2D(x, 0, width, 1) }
