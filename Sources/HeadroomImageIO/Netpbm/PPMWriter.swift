internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Writes 8 to 16 bits: gray as PGM, colour as PPM, or either as PAM, the only one with a place for alpha.
///
/// Numbers are sRGB, as readers assume; pictures of other colour spaces are converted. The bitmap's depth decides
/// between 8 and 16 bits unless ``EncodeOptions/bitDepth`` does: then maxval is 2^depth - 1. Pixels are turned upright,
/// because the files cannot state an orientation.
struct PPMWriter: ImageWriter {
  /// Which of the family a file is.
  enum Form: Sendable {
    /// PGM where the picture is gray, else PPM.
    case ordinary
    /// PGM: colours become their luminance.
    case gray
    /// PAM. Alpha is ignored for the others: their pictures have none.
    case anyMap
  }

  let form: Form

  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    var upright = picture
    upright.base = try picture.base.upright(from: picture.orientation)
    let header = upright.header
    return try MemoryByteSink.file(of: upright.base) { (output) throws(ImageIOError) in
      try PPMRowSink(header, form, depth: options.bitDepth, output)
    }
  }

  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    guard header.orientation == .up else { return nil }
    return try PPMRowSink(header, form, depth: options.bitDepth, output)
  }
}
