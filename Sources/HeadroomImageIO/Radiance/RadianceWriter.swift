internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Writes RGBE scanlines as runs of each component, with the picture's primaries in the header.
///
/// A pixel's mantissas are rounded to the nearest, so that the step is at most 1/256 of its brightest component and a
/// file that is read and written keeps every bit. Negative components and NaN become 0, and components that are too
/// bright become 255 * 2^119. The format has no place for alpha, EXIF and XMP. Pixels are turned upright: most
/// readers support no other order.
struct RadianceWriter: ImageWriter {
  /// Scanlines of one part of the parallel job.
  private static let bandHeight = 16

  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange {
    .magnitude(Radiance.ScanlineEncoder.brightest)
  }

  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    let bitmap = try picture.linearBase(keepsAlpha: false, component: .float).upright(from: picture.orientation)
    let bands = (bitmap.height + Self.bandHeight - 1) / Self.bandHeight
    let results = Results<[UInt8]>(count: bands)
    try ThreadPool.shared.forEachPiece(bands) { band in
      let rows = band * Self.bandHeight..<min((band + 1) * Self.bandHeight, bitmap.height)
      results[band] = Radiance.ScanlineEncoder.encode(rows, of: bitmap)
    }
    var file = header(picture.encoding.primaries, bitmap)
    let bytes = results.all.compactMap { $0 }
    file.reserveCapacity(file.count + bytes.reduce(0) { $0 + $1.count })
    for part in bytes { file += part }
    return file
  }

  private func header(_ primaries: ColorPrimaries, _ bitmap: PixelBitmap) -> [UInt8] {
    let points = [primaries.red, primaries.green, primaries.blue, primaries.white]
    let numbers = points.map { "\($0.x) \($0.y)" }.joined(separator: " ")
    let fields = "SOFTWARE=Headroom\nPRIMARIES=\(numbers)\nFORMAT=\(Radiance.Components.rgbe.rawValue)\n"
    return Array("#?RADIANCE\n\(fields)\n-Y \(bitmap.height) +X \(bitmap.width)\n".utf8)
  }
}
