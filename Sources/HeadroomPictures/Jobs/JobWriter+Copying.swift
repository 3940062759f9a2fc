internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomPixels

/// Unchanged pictures that are too large to be held: rows go from the decoder to the encoder.
extension JobWriter {
  /// Bytes that go unchanged from the input's decoder to the encoder at a time.
  private static let copiedBytes = 8 << 20

  /// - Returns: warnings about the input; nil, with nothing written, where the picture is small enough to be held or
  ///   the container needs it whole.
  func copyRows(to output: any RenditionOutput) throws -> [String]? {
    guard renderer.isLarge(2 * source.decodedByteCount), let rows = try source.rows()?.source else { return nil }
    var header = still
    header.metadata = withMotion(still.metadata, isSameView: true).removing(target.strippedParts)
    if plan.rendition != .adaptive { header.gainMap = nil }
    let isMetered = target.measures && plan.encoding.transfer == .pq && rows.format.component == .uint16
    var meter = isMetered ? LightLevelMeter(plan.encoding) : nil
    // A header without a light level has no place for the level of the rows.
    if meter != nil { header.hdr.lightLevel = header.hdr.lightLevel ?? ContentLightLevel(maxCLL: 0, maxFALL: 0) }
    let encodeOptions = try encodeOptions(pixels: header.width * header.height)
    return try output.writeByParts { file in
      var check = try LightCheckingSink(file, header, encodeOptions)
      guard let sink = try target.format.writer.rowSink(for: header, options: encodeOptions, to: check?.output ?? file)
      else { return nil }
      var bands = try RowBands(rows, height: Self.copiedBytes / (rows.width * rows.format.bytesPerPixel))
      while let (band, first) = try bands.next() {
        meter?.add(band)
        try check?.add(band)
        try sink.write(band)
        renderer.progress?.advance(to: Double(first + band.height) / Double(rows.height))
      }
      try sink.finish(lightLevel: meter?.lightLevel)
      try reportCoding(check?.fidelity())
      return rows.warnings
    }
  }
}
