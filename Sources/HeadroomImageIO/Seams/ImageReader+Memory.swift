package import HeadroomContainers

extension ImageReader {
  /// Throws when decoding would take more memory than the request's limits allow.
  package func checkMemory(_ request: DecodeRequest) throws(ImageIOError) {
    let limit = request.limits.maxMemoryBytes
    guard limit < .max else { return }
    let need = try memoryNeed(request)
    if need > UInt64(max(limit, 0)) { throw .overMemory(needed: need, limit: UInt64(max(limit, 0))) }
  }

  /// Bytes that decoding takes, by what the headers say.
  private func memoryNeed(_ request: DecodeRequest) throws(ImageIOError) -> UInt64 {
    let info = try info(of: request)
    let (width, height) = decodedSize(request)
    let sampleBytes = info.bitDepth > 16 ? 4 : info.bitDepth > 8 ? 2 : 1
    let bytesPerPixel = max(info.channels, 1) * sampleBytes + codecBytesPerPixel
    // Sizes are within the limits, which cannot be multiplied beyond 64 bits.
    var need = UInt64(max(width, 0)) * UInt64(max(height, 0)) * UInt64(bytesPerPixel)
    if request.includesGainMap, let map = info.gainMap {
      need += UInt64(max(map.width, 0)) * UInt64(max(map.height, 0)) * UInt64(max(map.channels, 1))
    }
    return need
  }
}
