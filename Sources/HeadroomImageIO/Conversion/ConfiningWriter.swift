internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A container's writer that sees only numbers it can write: codecs trap on NaN and on what overflows in them, and files
/// would hold numbers that their readers refuse. How many samples were changed goes into the options' report.
struct ConfiningWriter: ImageWriter {
  let writer: any ImageWriter

  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange {
    writer.sampleRange(format, encoding, options)
  }

  func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    writer.encodingByteCount(of: header, options: options)
  }

  func rowEncodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    writer.rowEncodingByteCount(of: header, options: options)
  }

  /// Inverse matrices of real colour spaces have elements below 10. Larger ones are of primaries that lie on a line,
  /// with which codecs overflow and profiles say nothing. A white that is no light's ends libjxl.
  private static let largestElement = 1000.0

  /// - Throws: `ImageIOError/notEncodable(format:text:)` for primaries that span no colour space.
  private func check(_ encoding: ColorEncoding) throws(ImageIOError) {
    let primaries = encoding.primaries
    let elements = (primaries.toXYZ.rows + primaries.fromXYZ.rows).flatMap { [$0.x, $0.y, $0.z] }
    let white = primaries.white
    guard !primaries.isDegenerate, elements.allSatisfy({ $0.magnitude < Self.largestElement }), white.x >= 0,
      white.y > 0, white.x + white.y <= 1
    else {
      throw .notEncodable(format: "colour", text: "the primaries span no colour space")
    }
  }

  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    try Work.stoppable { () throws(ImageIOError) in
      try writer.encode(try confined(picture, options), options: options)
    }
  }

  func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    try Work.stoppable { () throws(ImageIOError) in
      try writer.encode(try confined(picture, options), options: options, gainMap: makeGainMap)
    }
  }

  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    try check(header.encoding)
    guard let sink = try writer.rowSink(for: header, options: options, to: output) else { return nil }
    let range = writer.sampleRange(header.format, header.encoding, options)
    guard header.format.isFloatingPoint, range != .everything else { return sink }
    return ConfiningRowSink(sink, range, options.report)
  }

  func adaptiveRowSink(
    for header: StillHeader, alternate: AlternateHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any AdaptiveRowSink)? {
    try check(header.encoding)
    return try writer.adaptiveRowSink(for: header, alternate: alternate, options: options, to: output)
  }

  private func confined(_ picture: StillImage, _ options: EncodeOptions) throws(ImageIOError) -> StillImage {
    try check(picture.encoding)
    guard picture.base.format.isFloatingPoint else { return picture }
    let range = writer.sampleRange(picture.base.format, picture.encoding, options)
    let (base, changed) = try picture.base.confined(to: range)
    options.report?.note(changedSamples: changed)
    var result = picture
    result.base = base
    return result
  }
}

/// Rows on their way to a sink, confined as whole pictures are.
private final class ConfiningRowSink: StillRowSink {
  private let sink: any StillRowSink
  private let range: SampleRange
  private let report: EncodingReport?

  init(_ sink: any StillRowSink, _ range: SampleRange, _ report: EncodingReport?) {
    self.sink = sink
    self.range = range
    self.report = report
  }

  var rowGroup: Int { sink.rowGroup }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    let (confined, changed) = try band.confined(to: range)
    report?.add(changedSamples: changed)
    try sink.write(confined)
  }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) { try sink.finish(lightLevel: lightLevel) }
}

extension ImageFormat {
  /// The writer, when there is one: the ``encoder``, which gets no sample that it cannot write.
  package static var writer: (any ImageWriter)? { encoder.map { ConfiningWriter(writer: $0) } }
}
