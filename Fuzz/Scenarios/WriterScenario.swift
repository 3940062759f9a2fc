internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomImageIO
internal import HeadroomPixels

/// Writes a picture that is made of choices, in one of the ways a container can be written, and reads the file again.
package enum WriterScenario {
  /// What went wrong; nil where the writer made a file that opens and decodes at its size, or refused with a typed error.
  /// Traps are for whoever runs this to see.
  ///
  /// - Parameter isDescribed: whether to print what is written, to look at a trap.
  package static func failure(
    of format: any ImageFormat.Type, _ choices: inout Choices, isDescribed: Bool = false
  ) -> String? {
    guard let writer = format.writer, let picture = choices.picture() else { return nil }
    let options = choices.options()
    if isDescribed {
      let base = picture.base
      print("\(base.width)x\(base.height) \(base.format) \(base.alpha)", picture.encoding, picture.hdr, options)
    }
    do throws(ImageIOError) {
      guard let file = try write(picture, options, writer, &choices) else { return nil }
      return readingFailure(file, picture, format)
    } catch {
      if case .internalError(let text) = error { return "internal error: \(text)" }
      return nil
    }
  }

  /// The file's bytes; nil where the way is not open to this picture.
  private static func write(
    _ picture: StillImage, _ options: EncodeOptions, _ writer: any ImageWriter, _ choices: inout Choices
  ) throws(ImageIOError) -> [UInt8]? {
    switch choices.index(4) {
    case 0: return try writeWithComputedMap(picture, options, writer, &choices)
    case 1:
      let output = MemoryByteSink()
      guard let sink = try writer.rowSink(for: picture.header, options: options, to: output) else { return nil }
      try write(picture.base, by: 1 + choices.index(20)) { band throws(ImageIOError) in try sink.write(band) }
      let light = ContentLightLevel(maxCLL: choices.number(), maxFALL: choices.number())
      try sink.finish(lightLevel: choices.isRare(2) ? light : nil)
      return output.bytes
    case 2: return try writeAdaptiveRows(picture, options, writer, &choices)
    default: return try writer.encode(picture, options: options)
    }
  }

  private static func writeWithComputedMap(
    _ picture: StillImage, _ options: EncodeOptions, _ writer: any ImageWriter, _ choices: inout Choices
  ) throws(ImageIOError) -> [UInt8]? {
    guard let alternate = choices.bitmap(picture.base.width, picture.base.height) else { return nil }
    let (encoding, mapOptions) = (choices.encoding(), choices.mapOptions())
    return try writer.encode(picture, options: options) { base throws(ImageIOError) in
      try GainMapComputer.compute(
        base: base, baseEncoding: picture.encoding, alternate: alternate, alternateEncoding: encoding,
        options: mapOptions)
    }
  }

  private static func writeAdaptiveRows(
    _ picture: StillImage, _ options: EncodeOptions, _ writer: any ImageWriter, _ choices: inout Choices
  ) throws(ImageIOError) -> [UInt8]? {
    guard let alternate = choices.bitmap(picture.base.width, picture.base.height, formats: [.rgbaHalf]) else {
      return nil
    }
    let output = MemoryByteSink()
    let header = AlternateHeader(
      format: alternate.format, alpha: alternate.alpha, encoding: choices.encoding(), mapOptions: choices.mapOptions())
    guard
      let sink = try writer.adaptiveRowSink(for: picture.header, alternate: header, options: options, to: output)
    else { return nil }
    try write(picture.base, by: 1 + choices.index(20)) { band throws(ImageIOError) in try sink.writeBase(band) }
    try write(alternate, by: 1 + choices.index(20)) { band throws(ImageIOError) in try sink.writeAlternate(band) }
    try sink.finish(hasGainMap: !choices.isRare(5))
    return output.bytes
  }

  private static func write(
    _ bitmap: PixelBitmap, by height: Int, _ body: (PixelBitmap) throws(ImageIOError) -> Void
  ) throws(ImageIOError) {
    for row in stride(from: 0, to: bitmap.height, by: height) {
      let count = min(height, bitmap.height - row)
      guard let band = bitmap.cropped(x: 0, y: row, width: bitmap.width, height: count) else { continue }
      try body(band)
    }
  }

  private static func readingFailure(
    _ bytes: [UInt8], _ picture: StillImage, _ format: any ImageFormat.Type
  ) -> String? {
    do throws(ImageIOError) {
      let file = FileBytes(bytes)
      let found = try ImageFormats.recognize(file)
      guard found == format else { return "written as \(format.name), recognised as \(found.name)" }
      let reader = try format.open(file, limits: .standard)
      _ = reader.structure()
      _ = try ConformanceChecker.findings(of: reader, index: 0)
      let decoded = try reader.decode(DecodeRequest()).base
      let sizes = [[picture.base.width, picture.base.height], [picture.base.height, picture.base.width]]
      guard sizes.contains([decoded.width, decoded.height]) else {
        return "\(picture.base.width)x\(picture.base.height) came back as \(decoded.width)x\(decoded.height)"
      }
      return nil
    } catch {
      return "\(bytes.count) bytes of \(format.name) cannot be read again: \(error)"
    }
  }
}
