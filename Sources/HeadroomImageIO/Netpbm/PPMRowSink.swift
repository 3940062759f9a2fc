internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A PGM, PPM or PAM file whose rows arrive in order.
final class PPMRowSink: StillRowSink {
  private let picture: StillHeader
  private let output: any ByteSink
  /// sRGB codes of the file's layout.
  private let codes: (format: PixelFormat, encoding: ColorEncoding)
  private let layout: PNG.ScanlineLayout
  private let isDeep: Bool
  /// Maps codes of the full range to those of the requested depth, so that each code of a picture with fewer bits is
  /// restored; empty where they are the same.
  private let table: [UInt16]
  private var written = 0

  /// - Parameter form: the kind of file; of PAM, PGM and PPM only the first has alpha, where the picture has it.
  init(
    _ picture: StillHeader, _ form: PPMWriter.Form, depth wanted: Int?, _ output: any ByteSink
  ) throws(ImageIOError) {
    let isPAM = form == .anyMap
    var picture = picture
    if !isPAM { picture.alpha = .opaque }
    if let wanted, !(1...16).contains(wanted) {
      throw .notEncodable(format: "PPM", text: "has 1 to 16 bits, not \(wanted)")
    }
    self.picture = picture
    self.output = output
    codes = try Self.codes(of: picture, isGray: form == .gray || picture.format.isGray)
    let depth = wanted ?? (codes.format.bitsPerComponent > 8 ? 16 : 8)
    isDeep = depth > 8
    layout = PNG.ScanlineLayout(
      width: picture.width, height: picture.height, format: codes.format, alpha: picture.alpha,
      bitDepth: isDeep ? 16 : 8)
    let (peak, maximum) = (isDeep ? 65_535 : 255, 1 << depth - 1)
    table = maximum == peak ? [] : (0...peak).map { UInt16(($0 * maximum + peak / 2) / peak) }
    let channels = layout.header.colorType.channels
    try output.append(Self.head(picture, isPAM: isPAM, channels: channels, maximum: maximum))
  }

  /// A few mebibytes.
  var rowGroup: Int { max((4 << 20) / layout.scanlineBytes, 1) }

  func write(_ band: PixelBitmap) throws(ImageIOError) {
    precondition(band.width == picture.width && band.format == picture.format)
    precondition(band.height <= picture.height - written, "more rows than the picture has")
    let base = try standard(band)
    for first in stride(from: 0, to: band.height, by: rowGroup) {
      try TaskContext.check()
      try output.append(lines(of: base, first..<min(first + rowGroup, band.height)))
    }
    written += band.height
  }

  private func standard(_ band: PixelBitmap) throws(ImageIOError) -> PixelBitmap {
    if codes == (band.format, picture.encoding) { return band }
    return try PictureConverter(from: picture.encoding, to: codes.encoding).convert(band, to: codes.format)
  }

  private func lines(of bitmap: PixelBitmap, _ rows: Range<Int>) -> [UInt8] {
    let source = PNG.ScanlineSource(bitmap: bitmap, layout: layout, firstRow: 0)
    let scratch = source.makeScratch()
    var bytes = [UInt8](repeating: 0, count: layout.scanlineBytes * rows.count)
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in rows {
        let line = unsafe base + (row - rows.lowerBound) * layout.scanlineBytes
        unsafe source.write(row: row, to: line, scratch: scratch)
        if !table.isEmpty { unsafe rescale(line) }
      }
    }
    return bytes
  }

  private func rescale(_ line: UnsafeMutablePointer<UInt8>) {
    let count = layout.scanlineBytes
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

  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError) {
    guard written == picture.height else {
      throw .internalError("\(written) of \(picture.height) rows were written")
    }
  }

  // MARK: The file's beginning

  private static func codes(
    of picture: StillHeader, isGray: Bool
  ) throws(ImageIOError) -> (PixelFormat, ColorEncoding) {
    let (format, encoding) = (picture.format, picture.encoding)
    let isStandard =
      encoding.transfer == .sRGB && (encoding.primaries == .bt709 || format.isGray) && !encoding.isExtended
    if isStandard, !format.isFloatingPoint, format.isGray == isGray { return (format, encoding) }
    var target = ColorEncoding.sRGB
    if isGray { target.model = .monochrome }
    let hasAlpha = format.hasAlpha && picture.alpha != .opaque
    let layout: PixelFormat.Layout =
      isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    guard let made = PixelFormat(component: format.bitsPerComponent > 8 ? .uint16 : .uint8, layout: layout) else {
      throw .internalError("no integer format with the layout \(layout)")
    }
    return (made, target)
  }

  private static func head(_ picture: StillHeader, isPAM: Bool, channels: Int, maximum: Int) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    guard isPAM else { return Array("\(channels == 1 ? "P5" : "P6")\n\(width) \(height)\n\(maximum)\n".utf8) }
    let type = (channels < 3 ? "GRAYSCALE" : "RGB") + (channels % 2 == 0 ? "_ALPHA" : "")
    let size = "WIDTH \(width)\nHEIGHT \(height)\nDEPTH \(channels)\n"
    return Array("P7\n\(size)MAXVAL \(maximum)\nTUPLTYPE \(type)\nENDHDR\n".utf8)
  }
}
