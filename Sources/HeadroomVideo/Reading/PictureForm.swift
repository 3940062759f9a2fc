internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// What a client wants of decoded pictures.
struct PictureSettings {
  /// Nil is one that suits the pictures.
  var pixelFormat: OSType?
  /// Nil leaves the size.
  var size: (width: Int, height: Int)?
  /// Codes of H.273; nil leaves the colour.
  var color: CICP?
  /// Whether wide colour and HDR are wanted; nil where nothing is said.
  var allowsWideColor: Bool?

  /// What suits the pictures.
  init() {}

  /// - Throws: for settings that mean nothing.
  init(_ settings: [String: Any]) throws(ReaderError) {
    if settings["AVVideoCodecKey"] != nil { throw .setting("AVVideoCodecKey", "readers give pixels") }
    pixelFormat = try Self.pixelFormat(settings[kCVPixelBufferPixelFormatTypeKey])
    allowsWideColor = OptionValues.flag(settings[AVVideoAllowWideColorKey])
    size = try Self.size(settings, AVVideoWidthKey, AVVideoHeightKey)
    if size == nil { size = try Self.size(settings, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey) }
    if let properties = OptionValues.present(settings[AVVideoColorPropertiesKey]) {
      color = try Self.color(properties)
    }
  }

  private static func pixelFormat(_ value: Any?) throws(ReaderError) -> OSType? {
    guard let value = OptionValues.present(value) else { return nil }
    // Of several the first that can be had.
    let wanted = OptionValues.numbers(value)?.compactMap { OSType(exactly: $0) } ?? []
    guard let code = wanted.first(where: isRendered) else {
      throw .setting(kCVPixelBufferPixelFormatTypeKey, "\(wanted.map(\.letters)) is not given")
    }
    return code
  }

  /// Whether pictures of colour can be stored in a format.
  private static func isRendered(_ code: OSType) -> Bool {
    if BiplanarForm(code) != nil { return true }
    guard let probe = try? CVPixelBuffer(width: 2, height: 2, pixelFormat: code) else { return false }
    return probe.holdsColor
  }

  private static func size(
    _ settings: [String: Any], _ widthKey: String, _ heightKey: String
  ) throws(ReaderError) -> (width: Int, height: Int)? {
    guard settings[widthKey] != nil || settings[heightKey] != nil else { return nil }
    guard let width = OptionValues.integer(settings[widthKey]), let height = OptionValues.integer(settings[heightKey]),
      (1...largestSide).contains(width), (1...largestSide).contains(height)
    else { throw .setting(widthKey, "width and height are both needed, from 1 to \(largestSide)") }
    return (width, height)
  }

  private static let largestSide = 16_384

  private static func color(_ properties: Any) throws(ReaderError) -> CICP {
    let values = properties as? CFDictionary ?? [:]
    func code(_ key: String, _ table: [(name: String, code: UInt8)]) throws(ReaderError) -> UInt8 {
      guard let name = OptionValues.text(values[key]) else {
        throw .setting(AVVideoColorPropertiesKey, "\(key) is missing; all three are needed")
      }
      let code = ImageBufferColor.code(of: name, in: table)
      guard code != CICP.unspecified else { throw .setting(key, "'\(name)' means nothing") }
      return code
    }
    return CICP(
      primaries: try code(AVVideoColorPrimariesKey, ImageBufferColor.primaries),
      transfer: try code(AVVideoTransferFunctionKey, ImageBufferColor.transfers),
      matrix: try code(AVVideoYCbCrMatrixKey, ImageBufferColor.matrices), fullRange: false)
  }
}

extension CVPixelBuffer {
  /// Whether it holds red, green and blue, or luma and chroma.
  fileprivate var holdsColor: Bool { readableFormat.channelCount >= 3 }
}
