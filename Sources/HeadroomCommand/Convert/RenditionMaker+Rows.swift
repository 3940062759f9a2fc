internal import Headroom

/// Pictures that are too large to be held: the file is written while its rows are decoded and rendered.
extension RenditionMaker {
  /// Writes the planned conversion row by row.
  ///
  /// - Returns: what was odd about the input; nil, with nothing written, where the picture is small enough to be made
  ///   whole, or has to be: containers and maps that need all pixels first, light levels measured ahead.
  func writeByRows(to output: OutputFile) throws(CommandError) -> [String]? {
    // The picture is encoded several times.
    if options.targetSize != nil { return nil }
    do {
      if isUnchanged { return try copyRows(to: output) }
      if plan.rendition == .adaptive, !keepsGainMap { return try renderPair(to: output) }
      return try renderRows(to: output)
    } catch ImageIOError.unwritable(let path, let reason) {
      throw CommandError(ImageIOError.unwritable(path: path, reason: reason), file: path)
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  /// Bytes that go from the input's decoder to the encoder as they are.
  private static let copiedBytes = 8 << 20

  private func copyRows(to output: OutputFile) throws -> [String]? {
    guard renderer.isLarge(2 * input.decodedByteCount), let rows = try input.rows()?.source else { return nil }
    var header = still
    header.metadata = still.metadata.removing(options.strippedParts)
    if plan.rendition != .adaptive { header.gainMap = nil }
    var meter = options.measure ? meter(of: rows.format) : nil
    if meter != nil { header.hdr.lightLevel = header.hdr.lightLevel ?? Self.unknownLevel }
    return try output.writeByParts { file in
      guard let sink = try format.writer.rowSink(for: header, options: encodeOptions, to: file) else { return nil }
      let height = min(max(Self.copiedBytes / (rows.width * rows.format.bytesPerPixel), 1), rows.height)
      let band = try PixelBitmap(width: rows.width, height: height, format: rows.format, alpha: rows.alpha)
      for row in stride(from: 0, to: rows.height, by: height) {
        let count = min(height, rows.height - row)
        try rows.read(count, into: band, row: 0)
        guard let part = band.cropped(x: 0, y: 0, width: band.width, height: count) else { continue }
        meter?.add(part)
        try sink.write(part)
        renderer.progress?.advance(to: Double(row + count) / Double(rows.height))
      }
      try sink.finish(lightLevel: meter?.lightLevel)
      return rows.warnings
    }
  }

  /// Keeps the place of a light level that is measured on the rows.
  private static let unknownLevel = ContentLightLevel(maxCLL: 0, maxFALL: 0)

  private func meter(of format: PixelFormat) -> LightLevelMeter? {
    plan.encoding.transfer == .pq && format.component == .uint16 ? LightLevelMeter(plan.encoding) : nil
  }

  private func renderRows(to output: OutputFile) throws -> [String]? {
    var meter: LightLevelMeter?
    let image: CIImage
    switch plan.rendition {
    case .sdr: image = try sdrImage()
    case .adaptive: image = try geometry.apply(to: try input.baseImage())
    case .isoHDR:
      meter = self.meter(of: pixelFormat)
      // Light that is not PQ codes is measured ahead.
      if options.measure, meter == nil { return nil }
      image = try hdrImage()
    case .float:
      if options.measure { return nil }
      image = try floatImage()
    }
    guard let (render, region) = try banded(image) else { return nil }
    var header = header(region)
    if plan.rendition != .sdr { header.hdr = still.hdr }
    if plan.rendition == .adaptive {
      header.iccProfile = still.iccProfile
      header.gainMap = try reshapedMap()
    } else {
      header.hdr.lightLevel = meter.map { _ in Self.unknownLevel }
    }
    return try output.writeByParts { file in
      guard let sink = try format.writer.rowSink(for: header, options: encodeOptions, to: file) else { return nil }
      let warnings = try render.aligned(to: sink.rowGroup).run { band in
        meter?.add(band)
        try sink.write(band)
      }
      try sink.finish(lightLevel: meter?.lightLevel)
      return warnings
    }
  }

  /// An SDR base, then the HDR picture that the map leads to: the input is decoded twice.
  private func renderPair(to output: OutputFile) throws -> [String]? {
    let linear = plan.encoding.linearized.extended
    guard !plan.encoding.transfer.isHDR, let (base, region) = try banded(try sdrImage(), passes: 2),
      let (alternate, _) = try renderer.banded(
        try hdrImage(), format: alternateFormat, encoding: linear, alpha: .straight, gamutPeak: nil, passes: 2,
        file: input.path)
    else { return nil }
    let other = AlternateHeader(format: alternateFormat, alpha: .straight, encoding: linear, mapOptions: mapOptions)
    return try output.writeByParts { file in
      guard
        let sink = try format.writer.adaptiveRowSink(
          for: header(region), alternate: other, options: encodeOptions, to: file)
      else { return nil }
      let warnings = try base.run { band in try sink.writeBase(band) }
      var isBright = !mayBeSDR
      _ = try alternate.run { band in
        if !isBright { isBright = Self.isBrighterThanWhite(band) }
        try sink.writeAlternate(band)
      }
      if try isBright && sink.wantsAlternateAgain() {
        _ = try alternate.run { band in try sink.writeAlternate(band) }
      }
      if !isBright { warnOfNoHDR() }
      try tell(try sink.finish(hasGainMap: isBright))
      return warnings
    }
  }

  private func banded(
    _ image: CIImage, passes: Int = 1
  ) throws(CommandError) -> (render: BandedRender, size: PixelRect)? {
    try renderer.banded(
      image, format: pixelFormat, encoding: plan.encoding, alpha: .straight, gamutPeak: gamutPeak, passes: passes,
      file: input.path)
  }

  private func header(_ region: PixelRect) -> StillHeader {
    StillHeader(
      width: region.width, height: region.height, format: pixelFormat, alpha: .straight, encoding: plan.encoding,
      iccProfile: plan.keepsEncoding ? still.iccProfile : nil, metadata: renderedMetadata)
  }
}
