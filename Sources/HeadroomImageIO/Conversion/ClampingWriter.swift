internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A container's writer that gets only numbers it can write: codecs trap on NaN and on overflow, and files would hold
/// numbers that their readers refuse. The options' report receives the number of changed samples.
///
/// It also converts floats to halves where these are requested (``EncodeOptions/storesHalf``): a picture rendered in
/// halves would no longer show which of its samples did not fit.
struct ClampingWriter: ImageWriter {
  let writer: any ImageWriter

  func sampleRange(_ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions) -> SampleRange {
    writer.sampleRange(format, encoding, options)
  }

  func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    writer.encodingByteCount(of: Self.stored(header, options), options: options)
  }

  func rowEncodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    writer.rowEncodingByteCount(of: Self.stored(header, options), options: options)
  }

  /// Inverse matrices of real colour spaces have elements below 10. Larger ones come from primaries that lie
  /// on a line; with these codecs overflow and profiles are meaningless. A white that no light can have
  /// makes libjxl end the process.
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
    try TaskContext.cancellable { () throws(ImageIOError) in
      try writer.encode(try clamped(picture, options), options: options)
    }
  }

  func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    try TaskContext.cancellable { () throws(ImageIOError) in
      try writer.encode(try clamped(picture, options), options: options, gainMap: makeGainMap)
    }
  }

  func rowSink(
    for header: StillHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any StillRowSink)? {
    try check(header.encoding)
    let stored = Self.stored(header, options)
    guard let sink = try writer.rowSink(for: stored, options: options, to: output) else { return nil }
    let range = range(of: header, options)
    guard header.format.isFloatingPoint, range != .everything else { return sink }
    return ClampingRowSink(sink, range, stored.format, options.report)
  }

  func adaptiveRowSink(
    for header: StillHeader, alternate: AlternateHeader, options: EncodeOptions, to output: any ByteSink
  ) throws(ImageIOError) -> (any AdaptiveRowSink)? {
    try check(header.encoding)
    return try writer.adaptiveRowSink(for: header, alternate: alternate, options: options, to: output)
  }

  private func clamped(_ picture: StillImage, _ options: EncodeOptions) throws(ImageIOError) -> StillImage {
    try check(picture.encoding)
    guard picture.base.format.isFloatingPoint else { return picture }
    let header = picture.header
    let (base, changed) = try picture.base.clamped(to: range(of: header, options))
    options.report?.note(changedSamples: changed)
    let format = Self.stored(header, options).format
    if let report = options.report, format != base.format { report.note(lostSamples: base.countBelowHalves) }
    var result = picture
    result.base = try base.stored(as: format)
    return result
  }

  /// The header of the picture that the container's writer gets.
  private static func stored(_ header: StillHeader, _ options: EncodeOptions) -> StillHeader {
    guard options.storesHalf, header.format.component == .float,
      let half = PixelFormat(component: .half, layout: header.format.layout)
    else { return header }
    var result = header
    result.format = half
    return result
  }

  /// The range to which a picture's samples are confined.
  private func range(of header: StillHeader, _ options: EncodeOptions) -> SampleRange {
    let stored = Self.stored(header, options)
    let range = writer.sampleRange(stored.format, stored.encoding, options)
    return stored.format == header.format ? range : range.inHalves
  }
}

extension PixelBitmap {
  /// The same samples in a format, itself where it has it.
  fileprivate func stored(as format: PixelFormat) throws(ImageIOError) -> PixelBitmap {
    format == self.format ? self : try repacked(as: format)
  }
}

/// Rows on their way to a sink, confined as whole pictures are.
private final class ClampingRowSink: StillRowSink {
  private let sink: any StillRowSink
  private let range: SampleRange
  private let format: PixelFormat
  private let report: EncodingReport?

  /// - Parameter format: the format that the sink takes.
  init(_ sink: any StillRowSink, _ range: SampleRange, _ format: PixelFormat, _ report: EncodingReport?) {
    self.sink = sink
    self.range = range
    self.format = format
    self.report = report
  }

  var rowGroup: Int { sink.rowGroup }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    let (clamped, changed) = try band.clamped(to: range)
    report?.add(changedSamples: changed)
    if let report, format != clamped.format { report.add(lostSamples: clamped.countBelowHalves) }
    try sink.write(try clamped.stored(as: format))
  }

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) { try sink.finish(lightLevel: lightLevel) }
}

extension ImageFormat {
  /// The writer, when there is one: the ``encoder``, which gets no sample that it cannot write.
  package static var writer: (any ImageWriter)? { encoder.map { ClampingWriter(writer: $0) } }

  /// Whether files of an extension are one form of the container; see ``encodersOfForms``.
  package static func hasForm(_ fileExtension: String) -> Bool { encodersOfForms.keys.contains(fileExtension) }

  /// The ``writer`` of files with an extension or of the container's name, when there is one.
  package static func writer(of name: String) -> (any ImageWriter)? {
    guard let form = encodersOfForms[name] else { return writer }
    return form.map { ClampingWriter(writer: $0) }
  }
}
