internal import CHeadroomRAW
package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A camera's own file, unpacked by LibRaw. All processing after unpacking is done here.
package struct LibRawFile: RAWFile {
  package let header: RAWHeader
  private let bytes: FileBytes
  private let limits: DecodeLimits

  /// Reads the headers.
  ///
  /// - Throws: an error for files that LibRaw does not support, and for kinds of sensors that development does not
  ///   support.
  package init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    let session = try LibRawSession(bytes, limits: limits)
    let info = session.info
    try limits.check(width: UInt64(info.raw_width), height: UInt64(info.raw_height), part: "RAW")
    header = try LibRawHeader(info).header(preview: session.preview)
    self.bytes = bytes
    self.limits = limits
  }

  package func sensorImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage {
    let session = try LibRawSession(bytes, limits: limits)
    let damage = try session.unpack()
    if damage > 0, !allowPartial { throw .incompletePicture(part: "RAW", offset: nil) }
    let facts = LibRawHeader(session.info)
    try facts.checkKind()
    let samples = try facts.pattern == nil ? Self.colors(session, facts) : Self.mosaic(session, facts)
    let area = facts.activeArea(of: samples)
    var image = SensorImage(
      samples: samples, pattern: facts.pattern, levels: facts.levels, activeArea: area, crop: area)
    image.usualNoise = .usual(header.metadata, baseline: 1)
    if damage > 0 { image.warnings.append("\(damage) pieces of the pixels' data are missing or damaged") }
    return image
  }

  private static func mosaic(_ session: LibRawSession, _ facts: LibRawHeader) throws(ImageIOError) -> PixelBitmap {
    let bitmap = try bitmap(facts.rawWidth, facts.rawHeight, .gray16)
    let isThere: Void? = unsafe session.withMosaic { first, rowBytes in
      for row in 0..<bitmap.height {
        unsafe bitmap.rowAddress(row).copyMemory(
          from: UnsafeRawPointer(first) + row * rowBytes, byteCount: bitmap.width * 2)
      }
    }
    guard isThere != nil else { throw .unsupported(part: "RAW", text: "a mosaic that LibRaw does not unpack as such") }
    return bitmap
  }

  private static func colors(_ session: LibRawSession, _ facts: LibRawHeader) throws(ImageIOError) -> PixelBitmap {
    let found = unsafe session.withColors { _, rowBytes, components in rowBytes / (2 * components) }
    guard let columns = found else { return try mosaic(session, facts) }
    // Some pictures are unpacked without their files' margins.
    let isCropped = columns < facts.rawWidth
    let bitmap = try bitmap(
      isCropped ? columns : facts.rawWidth, isCropped ? facts.activeArea.height : facts.rawHeight, .rgb16)
    _ = unsafe session.withColors { first, rowBytes, components in
      for row in 0..<bitmap.height {
        let from = unsafe UnsafeRawPointer(first).advanced(by: row * rowBytes).assumingMemoryBound(to: UInt16.self)
        let to = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
        for x in 0..<bitmap.width {
          for component in 0..<3 { unsafe to[3 * x + component] = from[components * x + component] }
        }
      }
    }
    return bitmap
  }

  private static func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat) throws(ImageIOError) -> PixelBitmap {
    do {
      return try PixelBitmap(width: width, height: height, format: format)
    } catch {
      throw ImageIOError(error)
    }
  }

  /// Names of the cameras whose files are supported.
  package static var cameras: [String] { LibRawSession.cameras }
}
