internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A BMP file whose headers have been read.
struct BMPReader: ImageReader {
  let info: StillInfo
  let bytes: FileBytes
  private let header: BMP.Header

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    var reader = BMP.HeaderReader(bytes, limits: limits)
    let header = try reader.read()
    var info = StillInfo(
      format: BMPFormat.name, width: header.width, height: header.height, bitDepth: header.depth,
      channels: header.hasAlpha ? 4 : 3, encoding: .sRGB, warnings: reader.warnings)
    info.metadata.density = header.density
    info.setColor(header.color, of: bytes)
    if !header.isCompressed, header.storedRows(bytes) < header.height {
      info.isPictureCut = true
      info.warnings.append("pixels: the file ends inside the picture data")
    }
    self.info = info
    self.bytes = bytes
    self.header = header
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    try check(request)
    let decoder = BMP.RasterDecoder(bytes, header)
    if !header.isCompressed { try decoder.checkComplete(allowPartial: request.allowPartial) }
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: header.width, height: header.height, format: header.format, alpha: .straight)
    } catch {
      throw ImageIOError(error)
    }
    var still = StillImage(
      base: bitmap, encoding: info.encoding, iccProfile: info.iccProfile, hdr: info.hdr,
      contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource,
      metadata: info.metadata, warnings: info.warnings)
    if header.isCompressed {
      var runs = BMP.RunDecoder(bytes, header, into: bitmap)
      do throws(ImageIOError) {
        try runs.decode()
      } catch {
        guard request.allowPartial, error != .cancelled else { throw error }
        still.isPartial = true
        still.warnings.append("\(error)")
      }
    } else {
      still.isPartial = try decoder.decode(rows: 0..<header.height, into: bitmap, row: 0)
    }
    return try still.converted(info.deviceColor)
  }

  private func check(_ request: DecodeRequest) throws(ImageIOError) {
    guard request.index == 0 else {
      throw .noPicture(at: request.index, of: 1)
    }
    try request.limits.check(
      width: UInt64(header.width), height: UInt64(header.height), part: "header", offset: BMP.fileHeaderSize + 4)
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? { header.isCompressed ? nil : 0 }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    try check(request)
    // The start of a row of runs is only known after the rows before it.
    guard !header.isCompressed else { return nil }
    let decoder = BMP.RasterDecoder(bytes, header)
    try decoder.checkComplete(allowPartial: request.allowPartial)
    return info.deviceColor.rows(StoredRasterRows(decoder, encoding: info.encoding, warnings: info.warnings))
  }

  // MARK: - Reports

  func structure() -> [FilePart] {
    let end = BMP.fileHeaderSize + header.size
    let shape = "\(header.width)x\(header.height), \(header.bits) bits\(header.isTopDown ? ", top row first" : "")"
    var parts = [
      FilePart(name: "file header", offset: 0, byteCount: BMP.fileHeaderSize),
      FilePart(name: "header", offset: BMP.fileHeaderSize, byteCount: header.size, summary: shape),
    ]
    if !header.table.isEmpty {
      let count = header.table.count / header.entrySize
      parts.append(
        FilePart(
          name: "colour table", offset: header.table.lowerBound, byteCount: header.table.count,
          summary: "\(count) colours"))
    } else if header.storage == .masks, header.size == 40 {
      parts.append(FilePart(name: "masks", offset: end, byteCount: header.alphaMask == nil ? 12 : 16))
    }
    var rasterEnd = bytes.count
    if !header.isCompressed { rasterEnd = min(rasterEnd, header.raster + header.rowBytes * header.height) }
    parts.append(
      FilePart(
        name: "pixels", offset: header.raster, byteCount: max(rasterEnd - header.raster, 0),
        summary: header.isCompressed ? "runs" : ""))
    if case .embedded(let range) = header.color {
      parts.append(FilePart(name: "profile", offset: range.lowerBound, byteCount: range.count))
    }
    return parts
  }

  func conformanceFindings() -> [ConformanceFinding] {
    var reader = ByteReader(bytes, range: 2..<6, part: "file header", byteOrder: .little)
    guard let stated = try? reader.u32(), stated != 0, Int(stated) != bytes.count else { return [] }
    return [
      ConformanceFinding(
        rule: "bmp.file-size", severity: Int(stated) > bytes.count ? .error : .note,
        message: "declares \(stated) bytes, the file has \(bytes.count)", part: "file header", offset: 2)
    ]
  }
}

extension BMPReader: ContainerProperties {
  var isIndexed: Bool { header.isIndexed }
  var pixelsPerInch: (x: Double, y: Double)? { header.density?.perInch }
  var ownProperties: (key: CFString, values: CFDictionary)? { nil }
}

extension BMP.Header {
  fileprivate var isCompressed: Bool { storage == .runs4 || storage == .runs8 }
}
