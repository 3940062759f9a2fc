internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A WebP file whose headers have been read.
struct WebPReader: ImageReader {
  let info: StillInfo
  let file: WebP.File
  var bytes: FileBytes { file.bytes }

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    let file = try WebP.File(bytes, limits: limits)
    var info = StillInfo(
      format: WebPFormat.name, width: file.width, height: file.height, bitDepth: 8, channels: file.hasAlpha ? 4 : 3,
      encoding: .sRGB, frameCount: file.frames.count, chroma: file.frames.allSatisfy(\.isLossless) ? nil : "420")
    if file.frames[0].isCut {
      info.isPictureCut = true
      info.warnings.append("\(file.frames[0].part): the file ends inside the picture data")
    }
    Self.readColor(file, limits, into: &info)
    Self.readMetadata(file, limits, into: &info)
    self.info = info
    self.file = file
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo {
    try checkIndex(index)
    return info
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    try checkIndex(request.index)
    let bitmap: PixelBitmap
    var isPartial = file.frames[request.index].isCut
    if file.isAnimated {
      bitmap = try WebP.Canvas(
        showing: request.index, of: file, allowPartial: request.allowPartial, limits: request.limits
      ).bitmap
    } else {
      let rows: Int
      (bitmap, rows) = try WebP.decode(
        file.frames[0], of: file.bytes, isTransparent: false, allowPartial: request.allowPartial,
        limits: request.limits)
      if rows < bitmap.height { isPartial = true }
    }
    let still = StillImage(
      base: bitmap, encoding: info.encoding, iccProfile: info.iccProfile, orientation: info.orientation, hdr: info.hdr,
      contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource, metadata: info.metadata,
      warnings: info.warnings, isPartial: isPartial)
    return try still.converted(info.deviceColor)
  }

  private func checkIndex(_ index: Int) throws(ImageIOError) {
    guard index >= 0, index < info.frameCount else {
      throw .unsupported(part: "index", text: "the file has \(info.frameCount) pictures, not \(index + 1)")
    }
  }

  // MARK: - Headers

  private static func readColor(_ file: WebP.File, _ limits: DecodeLimits, into info: inout StillInfo) {
    do throws(ImageIOError) {
      guard let bytes = try file.metadata(file.profile, limits: limits) else { return }
      info.takeProfile(bytes, part: "ICCP")
    } catch {
      info.warnings.append("\(error); the picture is taken as sRGB")
    }
  }

  private static func readMetadata(_ file: WebP.File, _ limits: DecodeLimits, into info: inout StillInfo) {
    do throws(ImageIOError) {
      if var bytes = try file.metadata(file.exif, limits: limits) {
        // Some writers put JPEG's prefix first.
        let prefix = Array("Exif\0\0".utf8)
        if bytes.starts(with: prefix) { bytes.removeFirst(prefix.count) }
        let block = try EXIFBlock(parsing: bytes)
        info.metadata.exif = bytes
        info.orientation = CGImagePropertyOrientation(exifTag: Int(block.orientation))
        info.cameraMake = block.image[EXIFBlock.Tag.make]?.text
        info.cameraModel = block.image[EXIFBlock.Tag.model]?.text
      }
    } catch {
      info.warnings.append("EXIF/\(error)")
    }
    do throws(ImageIOError) {
      info.metadata.xmp = try file.metadata(file.xmp, limits: limits)
    } catch {
      info.warnings.append("\(error)")
    }
  }
}
