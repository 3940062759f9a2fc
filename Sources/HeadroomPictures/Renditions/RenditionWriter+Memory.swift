internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The peak memory of making a file, in bytes, as the context's ledger counts it (`MemoryLedger`), computed without
/// pixels.
///
/// It counts decoded sources with their gain maps, intermediates, scratch memory, both renditions of an adaptive file,
/// the gains and the map between them, and the reservations of codecs, from measurements of their use. Not counted are
/// the bytes of the written file, allocations of libraries beyond what is reserved for them, and pixels that are kept
/// for later renders (`CIContextOption.cacheIntermediates`). Options of `CGImageDestination`, and alpha that turns
/// out to be redundant, take a copy of the picture that is not counted here.
package struct RenditionMemory: Hashable, Sendable {
  /// While sources are decoded and pixels computed. By rows, everything happens at once.
  package var rendering: Int
  /// While the file is encoded. Sources stay as long as their images do.
  package var encoding: Int

  package var peak: Int { max(rendering, encoding) }
}

extension RenditionWriter {
  /// The memory that ``write(to:task:accept:)`` will take in its way of working: with pictures held, or by rows.
  package func memory() throws -> RenditionMemory { try byRows() ?? whole() }

  private func whole() throws(RenderError) -> RenditionMemory {
    let work = context.dryRun(try plan())
    let results = bitmapRequests.reduce(0) {
      $0 + PixelBitmap.byteCount(width: $1.region.width, height: $1.region.height, format: $1.format)
    }
    let coding: Int
    if case .computed(_, let options) = request.gainMap {
      coding = AdaptivePicture.encodingByteCount(
        of: request.header, by: writer, isWhole: true, options: request.options, mapOptions: options)
    } else {
      coding = writer.encodingByteCount(of: request.header, options: request.options)
    }
    return RenditionMemory(rendering: results + work.peakBytes, encoding: results + work.decodedBytes + coding)
  }

  /// Nil where pictures are held; see ``writeByRows(to:_:_:)``.
  private func byRows() throws -> RenditionMemory? {
    guard request.wishes == nil else { return nil }
    switch request.gainMap {
    case .ready: return nil
    case .none, .carried: return try plainByRows()
    case .computed(let other, let options): return try pairByRows(other, options)
    }
  }

  private func plainByRows() throws -> RenditionMemory? {
    if request.measuresLightLevel, request.pixelFormat.component != .uint16 { return nil }
    // The header that the sink writes is discarded.
    guard let render = try banded(RenderTask()),
      let sink = try writer.rowSink(for: request.header, options: request.options, to: MemoryByteSink())
    else { return nil }
    let coding = writer.rowEncodingByteCount(of: request.header, options: request.options)
    return RenditionMemory(rendering: render.aligned(to: sink.rowGroup).peakBytes + coding, encoding: coding)
  }

  private func pairByRows(_ other: CIImage, _ options: GainMapOptions) throws -> RenditionMemory? {
    guard let (base, alternate) = try bandedPair(other, RenderTask(), RenderTask()) else { return nil }
    let header = AlternateHeader(
      format: request.alternateFormat, alpha: .straight, encoding: request.alternateEncoding, mapOptions: options)
    let sink = try writer.adaptiveRowSink(
      for: request.header, alternate: header, options: request.options, to: MemoryByteSink())
    if sink == nil { return nil }
    let coding = AdaptivePicture.encodingByteCount(
      of: request.header, by: writer, isWhole: false, options: request.options, mapOptions: options)
    return RenditionMemory(
      rendering: max(base.peakBytes, alternate.peakBytes) + coding, encoding: coding)
  }
}
