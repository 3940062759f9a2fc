internal import HeadroomPixels

extension HEIFPlan {
  /// The memory that decoding takes beside the pixels: a coded picture for each thread that decodes one, and the planes
  /// of those that lie in our memory.
  var decodingByteCount: Int {
    let codec = tileWidth * tileHeight * CodecMemory.videoDecoder
    var planes = 0
    if case .jpeg? = tiles.first?.codec {
      planes = StoragePool.byteCount(
        holding: PlanarPicture.byteCount(width: tileWidth, height: tileHeight, bitDepth: bitDepth, subsampling))
    }
    // dav1d allocates whole superblocks.
    if case .av1? = tiles.first?.codec {
      planes = StoragePool.byteCount(
        holding: PlanarPicture.byteCount(
          width: (tileWidth + 127) & ~127, height: (tileHeight + 127) & ~127, bitDepth: bitDepth, subsampling))
    }
    return (codec + planes) * min(tiles.count, ThreadPool.shared.workerCount)
  }
}
