package import HeadroomContainers

extension ImageReader {
  /// Throws when decoding would take more memory than the request's limits allow.
  package func checkMemory(_ request: DecodeRequest) throws(ImageIOError) {
    let limit = request.limits.maxMemoryBytes
    guard limit < .max else { return }
    let need = try memoryNeed(request)
    if need > UInt64(max(limit, 0)) { throw .overMemory(needed: need, limit: UInt64(max(limit, 0))) }
  }

  /// Bytes that decoding takes, according to the headers.
  private func memoryNeed(_ request: DecodeRequest) throws(ImageIOError) -> UInt64 {
    let info = try info(of: request)
    let (width, height) = decodedSize(request)
    let bytesPerPixel = info.decodedBytesPerPixel + info.deviceBytesPerPixel + codecBytesPerPixel
    // Sizes are within the limits, which cannot be multiplied beyond 64 bits.
    var need = UInt64(max(width, 0)) * UInt64(max(height, 0)) * UInt64(bytesPerPixel)
    if request.includesGainMap, let map = info.gainMap {
      need += UInt64(max(map.width, 0)) * UInt64(max(map.height, 0)) * UInt64(max(map.channels, 1))
    }
    return need
  }
}

extension StillInfo {
  /// Bytes of a pixel of the decoded base picture.
  package var decodedBytesPerPixel: Int {
    guard let deviceColor else { return max(channels, 1) * sampleByteCount }
    let components = hasAlpha ? 4 : 3
    return components * sampleByteCount * (deviceColor.usesTable && sampleByteCount < 4 ? 2 : 1)
  }

  /// Bytes per pixel of the device's samples, where these differ from the pixels of ``decodedBytesPerPixel``
  /// and are held beside them.
  package var deviceBytesPerPixel: Int { deviceColor == nil ? 0 : max(channels, 1) * sampleByteCount }

  private var sampleByteCount: Int { bitDepth > 16 ? 4 : bitDepth > 8 ? 2 : 1 }
}
