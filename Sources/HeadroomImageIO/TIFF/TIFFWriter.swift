internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Writes TIFF files: 8 or 16 bits, halves or floats, gray or RGB, with or without straight alpha, in strips of deflate
/// with a predictor. Little-endian; BigTIFF where 32-bit offsets could be too short.
///
/// A profile states the colour, for PQ and HLG with its `cicp` tag; floats keep values outside 0...1. TIFF has no place
/// for the mastering display, the light level and a gain map.
struct TIFFWriter: ImageWriter {
  /// NaN and infinities are ordinary numbers in a file of floats. Where 16 bits are requested, floats become integers.
  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange {
    switch try? TIFF.StoredLayout.component(format, bits: options.bitDepth) {
    case .half, .float: .everything
    default: .finite
    }
  }

  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    try MemoryByteSink.file(of: picture.base) { (output) throws(ImageIOError) in
      try TIFFRowSink(picture.header, options, output)
    }
  }

  func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    TIFFRowSink.byteCount(of: header, options)
  }

  /// The directory follows the strips and the header points to it, so the header is completed at the end.
  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    guard output.canReplace else { return nil }
    return try TIFFRowSink(header, options, output)
  }
}
