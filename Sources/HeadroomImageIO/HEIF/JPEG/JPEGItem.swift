internal import HeadroomContainers
internal import HeadroomPixels

/// The facts of the stream of an item of the type `jpeg` (ISO/IEC 23008-12, annex H).
///
/// The item's data is a JPEG stream. Its first part, with the tables, may be in the property `jpgC`, once for all
/// tiles. Colour comes from the item's properties; colour, EXIF and orientation in the stream do not count.
struct JPEGItem: Hashable, Sendable {
  let width: Int
  let height: Int
  /// Whether its components are red, green and blue.
  let isRGB: Bool
  /// `420`, `444`, `400`, ...
  let chroma: String

  /// Bytes in which the headers of most streams lie.
  private static let headBytes = 256 << 10

  /// Reads the headers of an item's stream.
  ///
  /// - Parameter isTile: whether it is one of many, whose headers are short: thousands may share the same data.
  init(_ item: HEIFItem, in container: HEIFContainer, isTile: Bool) throws(ImageIOError) {
    let data = try container.data(of: item.id)
    var bytes = Self.bytes(item, data.head(Self.headBytes, of: container.bytes))
    var stream = try JPEGStream(bytes, at: 0, skims: true, limits: container.limits)
    if stream.scanCount == 0, data.byteCount > Self.headBytes, !isTile {
      bytes = Self.bytes(item, data.copy(from: container.bytes))
      stream = try JPEGStream(bytes, at: 0, skims: true, limits: container.limits)
    }
    guard let frame = stream.frame else {
      if data.isCut { throw .incompletePicture(part: item.part, offset: container.bytes.count) }
      throw .malformed(part: item.part, text: "no frame header", offset: data.ranges.first?.lowerBound)
    }
    let decoder = try JPEGDecoder(bytes, range: 0..<bytes.count, part: item.part)
    guard decoder.components == 1 || decoder.components == 3 else {
      throw .unsupported(part: item.part, text: "JPEG of \(frame.components.count) components")
    }
    (width, height, chroma) = (frame.width, frame.height, frame.chroma)
    isRGB = decoder.isRGB
  }

  var isGray: Bool { chroma == "400" }
  /// 0 monochrome, 3 4:4:4: the library interpolates chroma.
  var chromaFormat: UInt8 { isGray ? 0 : 3 }

  /// The stream of an item, put together.
  static func bytes(_ item: HEIFItem, _ data: [UInt8]) -> FileBytes {
    FileBytes(joining: [item.jpegPrefix ?? [], data])
  }

  /// Decodes a stream: to Y'CbCr, or to green, blue and red where it holds them.
  ///
  /// - Returns: the planes, and the error where data is missing or damaged, only with `allowPartial`.
  func planes(
    of bytes: FileBytes, coding: PlanarPicture.Coding, part: String, limits: DecodeLimits, allowPartial: Bool
  ) throws(ImageIOError) -> (planes: PlanarPicture, damage: [String]?) {
    let stream = try JPEGStream(bytes, at: 0, limits: limits)
    let rows = try JPEGRowDecoder(
      stream, part: part, allowPartial: allowPartial, scaleDenominator: 1, keepsYCbCr: true, limits: limits)
    let (planes, band) = try ImageIOError.pixels { () throws(PixelError) in
      let planes = try PlanarPicture(
        width: rows.width, height: rows.height, bitDepth: 8, subsampling: rows.format == .gray8 ? .monochrome : .full,
        coding: coding)
      let band = try PixelBitmap(
        width: rows.width, height: min(JPEGRowDecoder.batch, rows.height), format: rows.format, alpha: .straight)
      return (planes, band)
    }
    for top in stride(from: 0, to: rows.height, by: band.height) {
      let count = min(band.height, rows.height - top)
      try rows.read(count, into: band, row: 0)
      for row in 0..<count { split(band, row: row, into: planes, row: top + row) }
    }
    rows.finish()
    return (planes, rows.isPartial ? rows.warnings : nil)
  }

  private func split(_ band: PixelBitmap, row: Int, into planes: PlanarPicture, row target: Int) {
    let components = band.format.channelCount
    let from = unsafe band.rowAddress(row).assumingMemoryBound(to: UInt8.self)
    for plane in planes.planes.indices {
      // Planes are green, blue and red.
      let component = isRGB ? (plane + 1) % 3 : plane
      let to = unsafe planes.rowAddress(target, plane: plane).assumingMemoryBound(to: UInt8.self)
      for x in 0..<band.width { unsafe to[x] = from[x * components + component] }
    }
  }
}
