internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A Radiance file whose header has been read.
///
/// Numbers stay as stored: EXPOSURE and COLORCORR, which would turn them into watts per steradian and square metre, are
/// reported (``StillInfo/lightScale``) and not divided out, so that 1.0 stays the white of the picture as it was
/// exposed. OpenCV and ImageMagick do the same; Radiance's own programs divide.
struct RadianceReader: ImageReader {
  let info: StillInfo
  let bytes: FileBytes
  private let header: Radiance.Header

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    var scanner = Radiance.HeaderScanner(bytes, limits: limits)
    header = try scanner.header()
    self.bytes = bytes
    var info = StillInfo(
      format: RadianceFormat.name, width: header.width, height: header.height, bitDepth: 32, channels: 3,
      encoding: header.encoding, orientation: header.orientation, kind: .float, contentHeadroom: 0,
      contentHeadroomSource: .unknown, warnings: header.warnings.texts)
    if header.exposure != 1 || header.colorCorrection != SIMD3(1, 1, 1) {
      info.lightScale = LightScale(exposure: header.exposure, colors: header.colorCorrection)
    }
    self.info = info
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    guard request.index == 0 else {
      throw .noPicture(at: request.index, of: 1)
    }
    try request.limits.check(
      width: UInt64(header.width), height: UInt64(header.height), part: "resolution", offset: header.resolution)
    let index = Radiance.ScanlineIndex(bytes, header)
    if let failure = index.failure, !request.allowPartial { throw failure }
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: header.width, height: header.height, format: .rgbFloat)
    } catch {
      throw ImageIOError(error)
    }
    try Radiance.RasterDecoder(bytes: bytes, width: header.width).decode(index.scanlines, into: bitmap)
    bitmap.clear(rows: index.scanlines.count..<header.height)
    let warnings = info.warnings + (index.failure.map { ["\($0)"] } ?? [])
    return StillImage(
      base: bitmap, encoding: info.encoding, orientation: info.orientation, contentHeadroom: 0,
      contentHeadroomSource: .unknown, warnings: warnings, isPartial: index.failure != nil)
  }

  func structure() -> [FilePart] {
    var facts = ["FORMAT \(header.components.rawValue)"]
    if header.exposure != 1 { facts.append("EXPOSURE \(header.exposure)") }
    if header.colorCorrection != SIMD3(1, 1, 1) {
      let factors = (0..<3).map { "\(header.colorCorrection[$0])" }.joined(separator: " ")
      facts.append("COLORCORR \(factors)")
    }
    if header.pixelAspect != 1 { facts.append("PIXASPECT \(header.pixelAspect)") }
    if header.primaries != nil { facts.append("PRIMARIES") }
    let line = bytes.copy(header.resolution..<header.raster).filter { $0 >= 32 }
    return [
      FilePart(name: "header", offset: 0, byteCount: header.resolution, summary: facts.joined(separator: ", ")),
      FilePart(
        name: "resolution", offset: header.resolution, byteCount: header.raster - header.resolution,
        summary: String(decoding: line, as: UTF8.self)),
      FilePart(name: "scanlines", offset: header.raster, byteCount: max(bytes.count - header.raster, 0)),
    ]
  }

  func conformanceFindings() -> [ConformanceFinding] {
    var findings = header.warnings.texts.map {
      ConformanceFinding(rule: "radiance.header-value", severity: .warning, message: $0, part: "header")
    }
    let index = Radiance.ScanlineIndex(bytes, header)
    if let failure = index.failure {
      findings.append(
        ConformanceFinding(
          rule: "radiance.scanlines", severity: .error, message: "\(failure)", part: "scanlines", offset: index.end))
    } else if index.end < bytes.count {
      findings.append(
        ConformanceFinding(
          rule: "radiance.trailing-bytes", severity: .note,
          message: "\(bytes.count - index.end) bytes behind the last scanline", part: "scanlines", offset: index.end))
    }
    if index.scanlines.contains(where: { $0.storage == .pixels }), Radiance.runLengths.contains(header.width) {
      findings.append(
        ConformanceFinding(
          rule: "radiance.old-scanlines", severity: .note,
          message: "scanlines are plain or in the old run-length form, which some readers refuse", part: "scanlines",
          offset: header.raster))
    }
    return findings
  }
}
