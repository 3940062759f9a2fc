internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension DeviceColor {
  /// The numbers that a picture's samples are converted to; where a region has been decoded, its rows.
  func bitmap(of samples: Samples, region: PixelRect? = nil) throws(ImageIOError) -> PixelBitmap {
    let colors = samples.colors
    let hasAlpha = samples.alpha != nil || (model != .cmyk && colors.format.hasAlpha)
    let result: PixelBitmap
    do throws(PixelError) {
      result = try PixelBitmap(
        width: colors.width, height: colors.height, format: format(of: colors.format, hasAlpha: hasAlpha),
        alpha: hasAlpha ? .straight : .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let rows = region?.rows.clamped(to: 0..<colors.height) ?? 0..<colors.height
    try convert(samples, rows: rows, into: result, row: rows.lowerBound)
    return result
  }

  /// Converts rows of samples to those of `target` from `first` on, on all threads.
  func convert(
    _ samples: Samples, rows: Range<Int>, into target: PixelBitmap, row first: Int
  ) throws(ImageIOError) {
    let width = target.width
    let makeScratch: @Sendable () -> Scratch = { Scratch(width: width) }
    try ThreadPool.shared.forEachPiece(rows.count, scratch: makeScratch) { index, scratch in
      convert(samples, row: rows.lowerBound + index, into: target, row: first + index, scratch: scratch)
    }
  }
}

extension StillImage {
  /// The picture with its base as numbers of ``encoding``, where the decoded samples are those of a device.
  ///
  /// - Parameters:
  ///   - black: the ink, where it is stored separately.
  ///   - alpha: alpha of inks.
  ///   - isPremultiplied: whether inks were multiplied by it.
  func converted(
    _ device: DeviceColor?, black: PixelBitmap? = nil, alpha: PixelBitmap? = nil, isPremultiplied: Bool = false
  ) throws(ImageIOError) -> StillImage {
    guard let device else { return self }
    var result = self
    let samples = DeviceColor.Samples(
      base, black: black, alpha: alpha, isPremultiplied: isPremultiplied && alpha != nil)
    result.base = try device.bitmap(of: samples, region: decodedRegion)
    return result
  }
}
