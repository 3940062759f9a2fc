internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Unpacks the whole picture.
  struct PictureDecoder {
    let file: TIFF.File
    let picture: Picture
  }
}

extension DNG.PictureDecoder {
  private typealias Scratch = DNG.SegmentDecoder.Scratch

  /// - Returns: what could be unpacked, zeros elsewhere, and what was damaged; never damage without `allowPartial`.
  func decode(allowPartial: Bool) throws(ImageIOError) -> (bitmap: PixelBitmap, warnings: [String]) {
    if !allowPartial { try checkPlausible() }
    let bitmap = try makeBitmap()
    if allowPartial { bitmap.storage.clear() }
    let decoder = DNG.SegmentDecoder(
      file: file, picture: picture, target: DNG.SampleTarget(bitmap, picture))
    // Uncompressed strips can be read from anywhere.
    let chunks =
      picture.compression == .none ? (picture.segments.height - 1) / DNG.SegmentDecoder.rowsOfChunk + 1 : 1
    let count = picture.segmentCount * chunks
    let results = Results<ImageIOError>(count: count)
    let makeScratch: @Sendable () -> Scratch = { Scratch() }
    ThreadPool.shared.concurrentPerform(count, scratch: makeScratch) { index, scratch in
      do throws(ImageIOError) {
        try Work.check()
        try decoder.decode(index / chunks, chunk: index % chunks, &scratch)
      } catch {
        results[index] = error
      }
      Work.advance(to: Double(index) / Double(count))
    }
    try Work.check()
    return (bitmap, try report(results.all.compactMap { $0 }, allowPartial: allowPartial))
  }

  private func report(_ damage: [ImageIOError], allowPartial: Bool) throws(ImageIOError) -> [String] {
    let fatal = damage.first { error in
      switch error {
      case .outOfMemory, .overMemory, .cancelled, .unsupported: true
      default: !allowPartial
      }
    }
    if let fatal { throw fatal }
    var warnings = damage.prefix(3).map { "\($0)" }
    if damage.count > 3 { warnings.append("\(picture.part): \(damage.count - 3) more strips or tiles are damaged") }
    return warnings
  }

  private func makeBitmap() throws(ImageIOError) -> PixelBitmap {
    let format: PixelFormat =
      switch (picture.planes, picture.becomesFloat) {
      case (1, false): .gray16
      case (1, true): .grayFloat
      case (_, false): .rgb16
      case (_, true): .rgbFloat
      }
    do throws(PixelError) {
      return try PixelBitmap(width: picture.width, height: picture.height, format: format)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Throws when the stored bytes cannot possibly hold the picture, before memory is taken for it.
  private func checkPlausible() throws(ImageIOError) {
    let samplesPerByte: UInt64? =
      switch picture.compression {
      case .none, .jpegXL, .lossyJPEG: nil
      // No code is shorter than one bit.
      case .losslessJPEG: 8
      // zlib's bound, for samples of one byte.
      case .deflate: 1032
      }
    guard let samplesPerByte else { return }
    let (stored, _) = picture.segments.storedBytes(in: file, planes: picture.isPlanar ? picture.planes : 1)
    let needed = UInt64(picture.width) * UInt64(picture.height) * UInt64(picture.planes)
    guard needed / samplesPerByte > stored else { return }
    throw .incompletePicture(part: picture.part, offset: file.bytes.count)
  }
}
