internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomPixels

/// A file's picture in a smaller size, made while it is decoded. Resampling to much fewer pixels needs no more, and the
/// picture itself is never held where it is decoded by rows.
package struct ShrinkingReader: ImageReader {
  private let reader: any ImageReader
  private let width: Int
  private let height: Int

  /// Pixels left for each one of the result: with this many, the box filter affects a later Lanczos
  /// filter only at its edges.
  private static let oversampling = 8

  /// Nil where the result is not small enough for this to help, and for pictures whose pixels alone are not light:
  /// those with a gain map, and colour models other than RGB and gray.
  ///
  /// - Parameters:
  ///   - request: the request that will be made for the picture.
  ///   - target: the final size of the stored picture.
  package init?(_ reader: any ImageReader, _ request: DecodeRequest, target: (width: Int, height: Int)) {
    let size = reader.decodedSize(request)
    width = Self.side(size.width, target.width)
    height = Self.side(size.height, target.height)
    guard (width, height) != size, let info = try? reader.info(of: request),
      info.gainMap == nil || !request.includesGainMap, [.rgb, .monochrome].contains(info.encoding.model),
      !info.isAlphaPremultiplied || info.encoding.transfer == .linear
    else { return nil }
    self.reader = reader
  }

  private static func side(_ size: Int, _ target: Int) -> Int {
    let wanted = max(target, 1) * oversampling
    return size >= 2 * wanted ? wanted : size
  }

  package var holdsFileWhileDecoding: Bool { false }
  package var codecBytesPerPixel: Int { reader.codecBytesPerPixel }
  package func decodingByteCount(_ request: DecodeRequest) -> Int {
    reader.rowDecodingByteCount(request) ?? reader.decodingByteCount(request)
  }
  package func rowDecodingByteCount(_ request: DecodeRequest) -> Int? { reader.rowDecodingByteCount(request) }
  package var bytes: FileBytes { reader.bytes }
  package var info: StillInfo { reader.info }
  package func info(at index: Int) throws(ImageIOError) -> StillInfo { try reader.info(at: index) }
  package func info(of request: DecodeRequest) throws(ImageIOError) -> StillInfo { try reader.info(of: request) }
  package func structure() -> [FilePart] { reader.structure() }
  package func conformanceFindings() -> [ConformanceFinding] { reader.conformanceFindings() }
  package func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) { (width, height) }

  package func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    guard let rows = try reader.rows(request) else { return nil }
    return try ShrunkRows(rows, width: width, height: height)
  }

  package func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    var request = request
    request.region = nil
    let info = try info(of: request)
    let rows = try shrunk(request)
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: width, height: height, format: rows.format, alpha: rows.alpha)
    } catch {
      throw ImageIOError(error)
    }
    try rows.read(height, into: bitmap, row: 0)
    return StillImage(
      base: bitmap, encoding: rows.encoding, iccProfile: info.iccProfile, orientation: info.orientation, hdr: info.hdr,
      contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource,
      metadata: info.metadata, warnings: info.warnings + rows.warnings.filter { !info.warnings.contains($0) },
      isPartial: rows.isPartial)
  }

  private func shrunk(_ request: DecodeRequest) throws(ImageIOError) -> any StillRowSource {
    if let rows = try rows(request) { return rows }
    // A picture that only comes whole.
    try reader.checkMemory(request)
    let pages = try bytes.reservePages()
    defer { withExtendedLifetime(pages) { bytes.release() } }
    return try ShrunkRows(InMemoryRows(try reader.decode(request)), width: width, height: height)
  }
}

/// The rows of a picture that is held.
private final class InMemoryRows: StillRowSource {
  private let still: StillImage
  private var nextRow = 0

  init(_ still: StillImage) { self.still = still }

  var width: Int { still.base.width }
  var height: Int { still.base.height }
  var format: PixelFormat { still.base.format }
  var alpha: AlphaMode { still.base.alpha }
  var encoding: ColorEncoding { still.encoding }
  var rowGroup: Int { 1 }
  var warnings: [String] { still.warnings }
  var isPartial: Bool { still.isPartial }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) {
    for index in 0..<count {
      unsafe bitmap.rowAddress(row + index).copyMemory(
        from: still.base.rowAddress(nextRow + index), byteCount: width * format.bytesPerPixel)
    }
    nextRow += count
  }
}
