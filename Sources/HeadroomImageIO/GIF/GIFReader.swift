internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A GIF file whose blocks have been read. Its colours are sRGB: no file in use states otherwise.
struct GIFReader: ImageReader {
  let info: StillInfo
  let file: GIF.File
  var bytes: FileBytes { file.bytes }

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    let file = try GIF.File(bytes, limits: limits)
    var info = StillInfo(
      format: GIFFormat.name, width: file.width, height: file.height, bitDepth: 8, channels: file.hasAlpha ? 4 : 3,
      encoding: .sRGB, warnings: file.warnings.texts)
    if file.frameCount > 1 { info.sequenceFrameCount = file.frameCount }
    info.pixelAspect = file.pixelAspect
    info.metadata.xmp = file.xmp
    info.metadata.texts = file.comments.compactMap(Self.text)
    if file.frame.isCut {
      info.isPictureCut = true
      info.warnings.append("image: the file ends inside the picture data")
    }
    self.info = info
    self.file = file
  }

  /// A comment under PNG's keyword. It should be ASCII; writers of other characters use UTF-8 or Latin-1.
  private static func text(_ comment: [UInt8]) -> MetadataText? {
    guard !comment.isEmpty else { return nil }
    let text = String(validating: comment, as: UTF8.self) ?? PNG.latin(comment)
    return MetadataText(keyword: "Comment", utf8: Array(text.utf8))
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    guard request.index == 0 else {
      throw .noPicture(at: request.index, of: 1)
    }
    let picture = try GIF.Picture(decoding: file, allowPartial: request.allowPartial, limits: request.limits)
    var still = StillImage(
      base: picture.bitmap, encoding: info.encoding, metadata: info.metadata, warnings: info.warnings,
      isPartial: picture.damage != nil)
    // A cut file has already been reported.
    if let damage = picture.damage, !info.isPictureCut { still.warnings.append("\(damage)") }
    return still
  }
}

extension GIFReader: ContainerProperties {
  var isIndexed: Bool { true }
  var pixelsPerInch: (x: Double, y: Double)? { nil }

  var ownProperties: (key: CFString, values: CFDictionary)? {
    guard let delay = file.frame.delay else { return nil }
    return (
      kCGImagePropertyGIFDictionary,
      [
        kCGImagePropertyGIFDelayTime: ShownDelay.of(delay), kCGImagePropertyGIFUnclampedDelayTime: delay,
      ]
    )
  }

  var fileProperties: (key: CFString, values: CFDictionary)? {
    var values: CFDictionary = [
      kCGImagePropertyGIFHasGlobalColorMap: file.table != nil, kCGImagePropertyGIFCanvasPixelWidth: file.width,
      kCGImagePropertyGIFCanvasPixelHeight: file.height,
    ]
    if let count = file.loopCount { values[kCGImagePropertyGIFLoopCount] = count }
    return (kCGImagePropertyGIFDictionary, values)
  }
}
