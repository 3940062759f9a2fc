internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A Netpbm file whose headers have been read.
///
/// Samples of PBM, PGM, PPM and PAM are taken as sRGB: the format's pages name the BT.709 curve, but writers of such
/// files mean sRGB. Floats are linear light of BT.709 primaries, 1.0 = reference white; they are multiplied by the
/// magnitude of the header's scale, which is 1 in nearly all files. NaN and infinities stay as they are.
struct NetpbmReader: ImageReader {
  let info: StillInfo
  let bytes: FileBytes
  private let headers: [Netpbm.Header]
  private let warnings: [String]

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    var warnings: [String] = []
    headers = try Self.headers(of: bytes, limits: limits, &warnings)
    self.bytes = bytes
    self.warnings = warnings
    info = Self.info(headers[0], of: bytes, frameCount: headers.count, warnings)
  }

  /// Binary files may hold several consecutive pictures.
  private static func headers(
    of bytes: FileBytes, limits: DecodeLimits, _ warnings: inout [String]
  ) throws(ImageIOError) -> [Netpbm.Header] {
    var scanner = Netpbm.HeaderScanner(bytes, at: 0, limits: limits)
    var headers = [try scanner.header()]
    while let end = headers.last?.end, end < bytes.count, headers.count < limits.maxFrames {
      scanner = Netpbm.HeaderScanner(bytes, at: end, limits: limits)
      do throws(ImageIOError) {
        headers.append(try scanner.header())
      } catch {
        warnings.append("raster: \(bytes.count - end) bytes behind the picture are ignored")
        break
      }
    }
    return headers
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo {
    Self.info(try header(index), of: bytes, frameCount: headers.count, warnings)
  }

  private func header(_ index: Int) throws(ImageIOError) -> Netpbm.Header {
    guard headers.indices.contains(index) else {
      throw .noPicture(at: index, of: headers.count)
    }
    return headers[index]
  }

  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    guard headers.indices.contains(request.index) else { return (info.width, info.height) }
    return (headers[request.index].width, headers[request.index].height)
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    let decoder = try decoder(request)
    let picture = try decoder.decode(allowPartial: request.allowPartial)
    let info = try info(at: request.index)
    return StillImage(
      base: picture.bitmap, encoding: info.encoding, contentHeadroom: info.contentHeadroom,
      contentHeadroomSource: info.contentHeadroomSource, warnings: info.warnings, isPartial: picture.isPartial)
  }

  private func decoder(_ request: DecodeRequest) throws(ImageIOError) -> Netpbm.RasterDecoder {
    let header = try header(request.index)
    try request.limits.check(
      width: UInt64(header.width), height: UInt64(header.height), part: "header", offset: header.start)
    return Netpbm.RasterDecoder(bytes: bytes, header: header)
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? {
    (try? decoder(request))?.header.rowBytes == nil ? nil : 0
  }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    let decoder = try decoder(request)
    // The start of a row of text is only known after the rows before it.
    guard decoder.header.rowBytes != nil else { return nil }
    try decoder.checkComplete(allowPartial: request.allowPartial)
    let info = try info(at: request.index)
    return StoredRasterRows(decoder, encoding: info.encoding, warnings: info.warnings)
  }

  func structure() -> [FilePart] {
    headers.flatMap { header in
      let size = "\(header.width)x\(header.height), \(header.channels) samples"
      let scale = header.isLittleEndian ? -header.scale : header.scale
      let range = header.kind.isFloat ? "scale \(scale)" : "maxval \(header.maximum)"
      let end = min(header.end ?? bytes.count, bytes.count)
      return [
        FilePart(
          name: header.kind.rawValue, offset: header.start, byteCount: header.raster - header.start,
          summary: "\(size), \(range)"),
        FilePart(name: "raster", offset: header.raster, byteCount: max(end - header.raster, 0)),
      ]
    }
  }

  func conformanceFindings() -> [ConformanceFinding] {
    warnings.map {
      ConformanceFinding(rule: "netpbm.trailing-bytes", severity: .warning, message: $0, part: "raster")
    }
  }

  private static func info(
    _ header: Netpbm.Header, of bytes: FileBytes, frameCount: Int, _ warnings: [String]
  ) -> StillInfo {
    let isGray = header.channels < 3
    let isFloat = header.kind.isFloat
    var info = StillInfo(
      format: header.kind.formatName, width: header.width, height: header.height,
      bitDepth: header.bitDepth, channels: header.channels,
      encoding: isFloat ? (isGray ? .extendedLinearGray : .extendedLinearSRGB) : .sRGB, frameCount: frameCount,
      kind: isFloat ? .float : .sdr, warnings: warnings)
    if isGray { info.encoding.model = .monochrome }
    if isFloat { (info.contentHeadroom, info.contentHeadroomSource) = (0, .unknown) }
    if UInt64(max(bytes.count - header.raster, 0)) < header.leastRasterBytes {
      info.isPictureCut = true
      info.warnings.append("raster: the file ends inside the picture data")
    }
    return info
  }
}

extension Netpbm.Kind {
  fileprivate var formatName: String {
    if isFloat { return PFMFormat.name }
    return self == .anyMap ? PAMFormat.name : PPMFormat.name
  }
}

extension Netpbm.Header {
  /// Offset after the raster; nil for text, and for floats, whose files hold one picture.
  fileprivate var end: Int? {
    guard let rowBytes, !kind.isFloat else { return nil }
    return raster + rowBytes * height
  }
}
