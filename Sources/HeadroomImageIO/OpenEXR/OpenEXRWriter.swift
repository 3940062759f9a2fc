internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Writes OpenEXR: scanlines of half or float, ZIP compressed, gray as Y, colour as R, G, B, either with A.
///
/// Linear light keeps its numbers; other pictures are decoded to it, in their own primaries, which the header states.
/// Alpha is premultiplied, as the format requires. Floats are written as float and everything else as half, unless
/// ``EncodeOptions/bitDepth`` is 16 or 32. `whiteLuminance` is 203 cd/m², the meaning of 1.0 here, or the picture's own
/// statement; a picture of unknown brightness that states none gets none. XMP goes into the string attribute `xmp`;
/// camera, lens, exposure, time, place and owner of the EXIF block go into OpenEXR's standard attributes (its other
/// fields are not kept). Pixels are turned upright.
struct OpenEXRWriter: ImageWriter {
  /// NaN and infinities are ordinary numbers in a file of floats.
  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange {
    .stored(format, bitDepth: options.bitDepth)
  }

  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    let component = try Self.component(picture.base.format, options)
    var upright = picture
    upright.base = try picture.linearBase(keepsAlpha: true, component: component)
      .upright(from: picture.orientation)
    upright.encoding = Self.encoding(of: picture.encoding, upright.base.format)
    upright.orientation = .up
    let header = upright.header
    return try MemoryByteSink.file(of: upright.base) { (output) throws(ImageIOError) in
      try OpenEXRRowSink(
        header, metadata: OpenEXR.WrittenMetadata(picture.header, options), options: options, to: output)
    }
  }

  /// Rows arrive in the stored format: linear light, half or float. Other pictures are converted whole.
  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    let component = try Self.component(header.format, options)
    guard header.orientation == .up, output.canReplace, header.format.component == component,
      OpenEXRRowSink.channels(header.format) != nil, header.encoding.transfer == .linear,
      header.encoding.model == .rgb || header.encoding.model == .monochrome
    else { return nil }
    return try OpenEXRRowSink(
      header, metadata: OpenEXR.WrittenMetadata(header, options), options: options, to: output)
  }

  /// Half or float.
  private static func component(
    _ format: PixelFormat, _ options: EncodeOptions
  ) throws(ImageIOError) -> PixelFormat.Component {
    switch options.bitDepth {
    case nil: return format.component == .float ? .float : .half
    case 16: return .half
    case 32: return .float
    case .some(let depth): throw .notEncodable(format: "OpenEXR", text: "has 16 or 32 bits of float, not \(depth)")
    }
  }

  private static func encoding(of encoding: ColorEncoding, _ format: PixelFormat) -> ColorEncoding {
    if format.isGray { return .extendedLinearGray }
    return ColorEncoding(primaries: encoding.primaries, transfer: .linear, isExtended: true)
  }
}

extension OpenEXR {
  /// The metadata of a header, beside the picture's form.
  struct WrittenMetadata: Sendable {
    var whiteLuminance: Float?
    var strings: [(name: String, value: String)] = []
    var numbers: [(name: String, value: Float)] = []

    init(_ header: StillHeader, _ options: EncodeOptions) {
      let metadata = header.metadata
      if let white = header.hdr.diffuseWhite {
        whiteLuminance = Float(white.nits)
      } else if header.isBrightnessKnown {
        whiteLuminance = Float(ReferenceWhite.nits)
      }
      guard !options.stripsMetadata else { return }
      if let block = metadata.exif.flatMap({ try? EXIFBlock(parsing: $0) }) {
        strings = CameraAttributes.strings(of: block)
        numbers = CameraAttributes.numbers(of: block)
      }
      // The pixels are turned upright.
      if let xmp = XMPPacket.describing(header, orientation: 1, mimeType: "image/x-exr") {
        strings.append(("xmp", String(decoding: xmp, as: UTF8.self)))
      }
    }
  }
}
