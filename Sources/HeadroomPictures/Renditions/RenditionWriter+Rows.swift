internal import HeadroomColor
package import HeadroomEngine
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// Pictures that are too large to be held: the file is written while its rows are decoded and rendered.
extension RenditionWriter {
  /// Writes the file row by row.
  ///
  /// - Returns: nil, with nothing written, where the picture is small enough to be made whole, or must be, for
  ///   containers and maps that need all pixels first.
  func writeByRows(
    to output: any RenditionOutput, _ task: RenderTask, _ accept: (RenditionOutcome) throws -> Void
  ) throws -> RenditionOutcome? {
    // The other wishes are applied to a picture's pixels in memory.
    guard request.wishes == nil else { return nil }
    switch request.gainMap {
    case .ready: return nil
    case .none, .carried: return try writePlain(to: output, task, accept)
    case .computed(let other, let options): return try writePair(other, options, to: output, task, accept)
    }
  }

  private func writePlain(
    to output: any RenditionOutput, _ task: RenderTask, _ accept: (RenditionOutcome) throws -> Void
  ) throws -> RenditionOutcome? {
    var meter: LightLevelMeter?
    if request.measuresLightLevel {
      guard request.pixelFormat.component == .uint16 else { return nil }
      meter = LightLevelMeter(request.encoding)
    }
    guard let render = try banded(task) else { return nil }
    var header = request.header
    // A header without a light level has no place for the level of the rows.
    if meter != nil { header.hdr.lightLevel = ContentLightLevel(maxCLL: 0, maxFALL: 0) }
    return try output.writeByParts { file in
      var check = try LightCheckingSink(file, header, request.options)
      guard let sink = try writer.rowSink(for: header, options: request.options, to: check?.output ?? file)
      else { return nil }
      let found = try render.aligned(to: sink.rowGroup).run { band in
        meter?.add(band)
        try check?.add(band)
        try sink.write(band)
      }
      try sink.finish(lightLevel: meter?.lightLevel)
      let outcome = RenditionOutcome(sources: found, lightFidelity: try check?.fidelity())
      try accept(outcome)
      return outcome
    }
  }

  /// An SDR base, then the HDR picture that the map leads to: the input is decoded twice.
  private func writePair(
    _ other: CIImage, _ options: GainMapOptions, to output: any RenditionOutput, _ task: RenderTask,
    _ accept: (RenditionOutcome) throws -> Void
  ) throws -> RenditionOutcome? {
    let (first, second) = (task.part(from: 0, to: 0.5), task.part(from: 0.5, to: 1))
    let (format, encoding) = (request.alternateFormat, request.alternateEncoding)
    guard let (base, alternate) = try bandedPair(other, first, second) else { return nil }
    let header = AlternateHeader(format: format, alpha: .straight, encoding: encoding, mapOptions: options)
    return try output.writeByParts { file in
      guard
        let sink = try writer.adaptiveRowSink(
          for: request.header, alternate: header, options: request.options, to: file)
      else { return nil }
      let found = try base.run { band in try sink.writeBase(band) }
      var isBright = !request.omitsEmptyGainMap
      _ = try alternate.run { band in
        isBright = isBright || band.isBrighterThanWhite
        try sink.writeAlternate(band)
      }
      if try isBright && sink.wantsAlternateAgain() {
        _ = try alternate.run { band in try sink.writeAlternate(band) }
      }
      let fidelity = try sink.finish(hasGainMap: isBright)
      let outcome = RenditionOutcome(sources: found, fidelity: fidelity, omitsGainMap: !isBright)
      try accept(outcome)
      return outcome
    }
  }

  /// The renders of base and alternate; nil where one of them is not made by bands.
  func bandedPair(
    _ other: CIImage, _ first: RenderTask, _ second: RenderTask
  ) throws(RenderError) -> (base: BandedRender, alternate: BandedRender)? {
    guard !request.encoding.transfer.isHDR, let base = try banded(first, passes: 2),
      let alternate = try context.bandedRender(
        other, region: request.region, format: request.alternateFormat, encoding: request.alternateEncoding,
        gamutPeak: request.alternatePeak, alpha: .straight, passes: 2, task: second)
    else { return nil }
    return (base, alternate)
  }

  package func banded(_ task: RenderTask, passes: Int = 1) throws(RenderError) -> BandedRender? {
    // Whether alpha is redundant is known only after all rows.
    if request.dropsConstantAlpha, request.pixelFormat.hasAlpha { return nil }
    return try context.bandedRender(
      request.image, region: request.region, format: request.pixelFormat, encoding: request.encoding,
      gamutPeak: request.gamutPeak, alpha: .straight, passes: passes, task: task)
  }
}
