internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Writes 8 to 16 bits: gray as PGM, colour as PPM, either with alpha as PAM, which alone has a place for it.
///
/// Numbers are sRGB, as readers take them; pictures of other colour spaces are converted. The bitmap's depth decides
/// between 8 and 16 bits unless ``EncodeOptions/bitDepth`` does: then maxval is 2^depth - 1.
/// Pixels are turned upright, as nothing could say that they have to be.
struct PPMWriter: ImageWriter {
  func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    if let depth = options.bitDepth, !(1...16).contains(depth) {
      throw .notEncodable(format: "PPM", text: "has 1 to 16 bits, not \(depth)")
    }
    let bitmap = try standardBase(of: picture).upright(from: picture.orientation)
    let depth = options.bitDepth ?? (bitmap.format.bitsPerComponent > 8 ? 16 : 8)
    let layout = PNG.ScanlineLayout(
      width: bitmap.width, height: bitmap.height, format: bitmap.format, alpha: bitmap.alpha,
      bitDepth: depth > 8 ? 16 : 8)
    let source = PNG.ScanlineSource(bitmap: bitmap, layout: layout, firstRow: 0)
    let channels = layout.header.colorType.channels
    var file = header(bitmap, channels: channels, maximum: 1 << depth - 1)
    let head = file.count
    // Rows are rounded from the full range, so that of a picture that had fewer bits each code comes back.
    let (peak, maximum) = (depth > 8 ? 65_535 : 255, 1 << depth - 1)
    let table = maximum == peak ? [] : (0...peak).map { UInt16(($0 * maximum + peak / 2) / peak) }
    file.append(contentsOf: repeatElement(0, count: layout.scanlineBytes * bitmap.height))
    unsafe file.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      let scratch = source.makeScratch()
      for row in 0..<bitmap.height where !Work.isCancelled {
        let line = unsafe base + head + row * layout.scanlineBytes
        unsafe source.write(row: row, to: line, scratch: scratch)
        if !table.isEmpty { unsafe Self.rescale(line, layout.scanlineBytes, table, isDeep: depth > 8) }
      }
    }
    try Work.check()
    return file
  }

  private func header(_ bitmap: PixelBitmap, channels: Int, maximum: Int) -> [UInt8] {
    let (width, height) = (bitmap.width, bitmap.height)
    switch channels {
    case 1: return Array("P5\n\(width) \(height)\n\(maximum)\n".utf8)
    case 3: return Array("P6\n\(width) \(height)\n\(maximum)\n".utf8)
    default:
      let type = channels == 2 ? "GRAYSCALE_ALPHA" : "RGB_ALPHA"
      let size = "WIDTH \(width)\nHEIGHT \(height)\nDEPTH \(channels)\n"
      return Array("P7\n\(size)MAXVAL \(maximum)\nTUPLTYPE \(type)\nENDHDR\n".utf8)
    }
  }

  private static func rescale(
    _ line: UnsafeMutablePointer<UInt8>, _ count: Int, _ table: [UInt16], isDeep: Bool
  ) {
    guard isDeep else {
      for index in 0..<count { unsafe line[index] = UInt8(truncatingIfNeeded: table[Int(line[index])]) }
      return
    }
    for index in stride(from: 0, to: count, by: 2) {
      let code = unsafe table[Int(line[index]) << 8 | Int(line[index + 1])]
      unsafe line[index] = UInt8(truncatingIfNeeded: code >> 8)
      unsafe line[index + 1] = UInt8(truncatingIfNeeded: code)
    }
  }

  /// The base picture in sRGB codes.
  private func standardBase(of picture: StillImage) throws(ImageIOError) -> PixelBitmap {
    let bitmap = picture.base
    let isGray = bitmap.format.isGray
    let encoding = picture.encoding
    let isStandard = encoding.transfer == .sRGB && (encoding.primaries == .bt709 || isGray) && !encoding.isExtended
    if isStandard, !bitmap.format.isFloatingPoint { return bitmap }
    var target = ColorEncoding.sRGB
    if isGray { target.model = .monochrome }
    let isDeep = bitmap.format.bitsPerComponent > 8
    let hasAlpha = bitmap.format.hasAlpha && bitmap.alpha != .opaque
    let layout: PixelFormat.Layout = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    guard let format = PixelFormat(component: isDeep ? .uint16 : .uint8, layout: layout) else {
      throw .internalError("no integer format with the layout \(layout)")
    }
    return try PictureConverter(from: encoding, to: target).convert(bitmap, to: format)
  }
}
