package import HeadroomPixels

/// The decoded picture of one ``JPEGStream``.
struct JPEGPicture: Sendable {
  /// gray8 for one component, else rgb8.
  var bitmap: PixelBitmap
  /// Whether data is missing or damaged.
  var isPartial: Bool
  /// What was odd.
  var warnings: [String]

  /// Rows decoded by one call of the library: the height of an MCU row of 4:2:0.
  private static let batch = 16

  private init(bitmap: PixelBitmap, isPartial: Bool, warnings: [String]) {
    self.bitmap = bitmap
    self.isPartial = isPartial
    self.warnings = warnings
  }

  /// Decodes a picture into a bitmap of its own, without a copy in between.
  ///
  /// - Throws: ``ImageIOError`` when the data is cut or damaged and `allowPartial` is not set.
  init(
    decoding stream: JPEGStream, part: String, allowPartial: Bool, scaleDenominator: Int, limits: DecodeLimits
  ) throws(ImageIOError) {
    guard let frame = stream.frame else {
      throw .malformed(part: part, text: "no frame header", offset: stream.start)
    }
    guard frame.isSupportedProcess, frame.precision == 8 else {
      throw .unsupported(
        part: JPEGMarker.name(frame.marker), text: "JPEG of this process and \(frame.precision) bits is not supported")
    }
    try limits.check(width: UInt64(frame.width), height: UInt64(frame.height), part: JPEGMarker.name(frame.marker))
    var decoder = try JPEGDecoder(
      stream.bytes, range: stream.start..<(allowPartial ? stream.usableEnd : stream.end), part: part)
    let components = decoder.components
    guard components > 0, decoder.width == frame.width, decoder.height == frame.height else {
      throw .unsupported(part: part, text: "\(frame.components.count) components without a known colour model")
    }
    let size = try decoder.start(scaleDenominator: scaleDenominator, isForgiving: allowPartial)
    let bitmap = try Self.makeBitmap(width: size.width, height: size.height, isGray: components == 1)
    if stream.entropyByteCount == 0 {
      // Nothing to decode: the library would invent grey.
      guard allowPartial else { throw .incompletePicture(part: part, offset: stream.end) }
      Self.clear(bitmap, from: 0)
      self.init(bitmap: bitmap, isPartial: true, warnings: [])
      return
    }
    let done =
      components == 4
      ? try Self.readCMYK(&decoder, into: bitmap, isInverted: decoder.isInvertedCMYK)
      : try Self.read(&decoder, into: bitmap)
    let (isDamaged, warning) = decoder.finish()
    self.init(
      bitmap: bitmap, isPartial: isDamaged || done < size.height, warnings: warning.map { [$0] } ?? [])
    if done < size.height { Self.clear(bitmap, from: done) }
    if components == 4 { warnings.append("\(part): CMYK was converted by the device formula, without its profile") }
  }

  private static func makeBitmap(width: Int, height: Int, isGray: Bool) throws(ImageIOError) -> PixelBitmap {
    do throws(PixelError) {
      return try PixelBitmap(width: width, height: height, format: isGray ? .gray8 : .rgb8, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
  }

  private static func read(_ decoder: inout JPEGDecoder, into bitmap: PixelBitmap) throws(ImageIOError) -> Int {
    var row = 0
    while row < bitmap.height {
      let wanted = min(batch, bitmap.height - row)
      let start = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
      let got = unsafe try decoder.readRows(into: start, rowBytes: bitmap.rowBytes, count: wanted)
      row += got
      if got < wanted { break }
    }
    return row
  }

  /// Adobe stores 255 minus the ink, so that a product of two bytes over 255 is the light left; others store the ink.
  private static func readCMYK(
    _ decoder: inout JPEGDecoder, into bitmap: PixelBitmap, isInverted: Bool
  ) throws(ImageIOError) -> Int {
    let rowBytes = bitmap.width * 4
    let flip: UInt8 = isInverted ? 0 : 255
    let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes * batch)
    defer { unsafe scratch.deallocate() }
    var row = 0
    while row < bitmap.height {
      let wanted = min(batch, bitmap.height - row)
      let got = unsafe try decoder.readRows(into: scratch, rowBytes: rowBytes, count: wanted)
      for index in 0..<got {
        let out = unsafe bitmap.rowAddress(row + index).assumingMemoryBound(to: UInt8.self)
        let ink = unsafe scratch + index * rowBytes
        for x in 0..<bitmap.width {
          let black = unsafe UInt32(ink[4 * x + 3] ^ flip)
          for channel in 0..<3 {
            let product = unsafe UInt32(ink[4 * x + channel] ^ flip) * black
            unsafe out[3 * x + channel] = UInt8(truncatingIfNeeded: (product + 127) / 255)
          }
        }
      }
      row += got
      if got < wanted { break }
    }
    return row
  }

  private static func clear(_ bitmap: PixelBitmap, from row: Int) {
    for row in row..<bitmap.height {
      unsafe bitmap.rowAddress(row).initializeMemory(
        as: UInt8.self, repeating: 0, count: bitmap.width * bitmap.format.bytesPerPixel)
    }
  }
}

extension ImageIOError {
  /// The pixel layer's error as one of ours.
  package init(_ error: PixelError) {
    switch error {
    case .outOfMemory(let byteCount): self = .outOfMemory(bytes: UInt64(max(byteCount, 0)))
    default: self = .malformed(part: "pixels", text: "\(error)", offset: nil)
    }
  }
}
