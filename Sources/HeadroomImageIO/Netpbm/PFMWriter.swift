internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
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
    var light = picture
    light.encoding = .extendedLinearSRGB
    light.base = try picture.linearBase(primaries: .bt709, keepsAlpha: false, component: .float)
      .upright(from: picture.orientation)
    let header = light.header
    return try MemoryByteSink.file(of: light.base) { (output) throws(ImageIOError) in try PFMRowSink(header, output) }
  }

  /// The first row of the picture is the last of the file, which therefore has to be written out of order.
  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    guard output.canReplace, header.orientation == .up else { return nil }
    return try PFMRowSink(header, output)
  }
}
