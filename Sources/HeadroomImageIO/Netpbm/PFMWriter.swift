internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Writes PFM files: floats with the least significant byte first (scale -1), linear light of BT.709 primaries, gray
/// pictures as `Pf`, others as `PF`.
///
/// Pictures of other primaries and curves are converted, unclamped; floats of linear BT.709 keep every bit, NaN and
/// infinities included. The format has no place for alpha and metadata; pixels are turned upright.
struct PFMWriter: ImageWriter {
  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange {
    .everything
  }

  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    let bitmap = try picture.linearBase(primaries: .bt709, keepsAlpha: false, component: .float)
      .upright(from: picture.orientation)
    let isGray = bitmap.format.isGray
    let rowBytes = bitmap.width * bitmap.format.bytesPerPixel
    var file = Array("\(isGray ? "Pf" : "PF")\n\(bitmap.width) \(bitmap.height)\n-1.0\n".utf8)
    file.reserveCapacity(file.count + rowBytes * bitmap.height)
    for row in (0..<bitmap.height).reversed() {
      try Work.check()
      unsafe file.append(contentsOf: UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: rowBytes))
    }
    return file
  }
}
